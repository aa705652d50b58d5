package dev.ropewalk.journal;

import dev.ropewalk.journal.files.Damage;
import dev.ropewalk.journal.files.JournalImage;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.files.SmallJournal;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.store.RecordCursor;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What one observer of a damaged journal has at hand, and what it has met. */
final class DamageScene {
    /** Something that may be refused. */
    @FunctionalInterface
    interface Action {
        void run() throws IOException;
    }

    private static final long OPEN_CLAIM_LIMIT_NANOS = 5_000_000_000L;
    private static final int CURSOR_INDEX_AT = 64;
    private static final long LOOK_NANOS = 200_000;

    final Path folder;
    final KnownRecords known;
    final SmallJournal shape;
    final Damage damage;
    final JournalImage image;
    /** Where the named cursor stood. */
    final long cursorIndex;

    private final JournalImage other;

    private final Map<String, byte[]> damaged = new HashMap<>();
    final List<KnownRecords.Entry> appended = new ArrayList<>();
    final List<Throwable> refusals = new ArrayList<>();
    final List<String> wrong = new ArrayList<>();
    Optional<RecoveryReport> recovery = Optional.empty();
    boolean isLive;

    DamageScene(JournalImage image, KnownRecords known, SmallJournal shape, Damage damage, JournalImage other) {
        this.folder = image.folder;
        this.image = image;
        this.cursorIndex = cursorIndex(image);
        this.known = known;
        this.shape = shape;
        this.damage = damage;
        this.other = other;
    }

    private static long cursorIndex(JournalImage image) {
        String file = "cursors/" + SmallJournal.CURSOR + ".cursor";
        long word = image.has(file)
                ? ByteBuffer.wrap(image.bytes(file))
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .getLong(CURSOR_INDEX_AT)
                : 0;
        return word == 0 ? 0 : CheckedWord.value(word) - 1;
    }

    /** Does the damage, unless recovery has taken away what it is about before it comes. */
    void inflict() throws IOException {
        if (image.names().stream()
                .filter(name -> damage.touches(name, Long.MIN_VALUE, Long.MAX_VALUE))
                .allMatch(name -> Files.exists(folder.resolve(name)))) {
            damage.inflict(folder, other);
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(SegmentFiles::isSegment).toList()) {
                damaged.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
            }
        }
    }

    /** Returns what was in the file of a segment when the damage had come, nothing if it wasn't there. */
    byte[] damaged(String segment) {
        return damaged.getOrDefault(segment, new byte[0]);
    }

    /** Does something; returns false if it is refused. */
    boolean attempt(Action action) {
        try {
            action.run();
            return true;
        } catch (RuntimeException | Error | IOException e) {
            refusals.add(e);
            return false;
        }
    }

    Journal open() {
        Journal journal = Journal.open(folder, JournalOptions.defaults().claimTimeout(Duration.ofMillis(1)));
        if (!isLive) {
            recovery = journal.recovery();
        }
        return journal;
    }

    /** Reads all records that are there, behind those that were read before. */
    void read(Tailer tailer, List<KnownRecords.Entry> to) {
        RecordHandler handler = (memory, offset, length, index) -> to.add(new KnownRecords.Entry(
                index, ByteBuffer.wrap(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE))));
        while (tailer.poll(handler, Integer.MAX_VALUE) > 0) {
            Thread.onSpinWait();
        }
    }

    /** Reads the same, and waits until open claims are decided on. */
    void readOverClaims(Tailer tailer, List<KnownRecords.Entry> to) {
        while (hasNextOverClaims(tailer)) {
            read(tailer, to);
        }
    }

    /** Returns whether there is a next record, and waits until open claims before it are decided on. */
    boolean hasNextOverClaims(Tailer tailer) {
        long start = System.nanoTime();
        while (!tailer.hasNext()) {
            RecordCursor place = tailer.place();
            if (place.place() != RecordCursor.Place.OPEN) {
                return false;
            }
            if (System.nanoTime() - start > OPEN_CLAIM_LIMIT_NANOS) {
                wrong.add("no invalidator decides on the open claim at offset " + place.offset + " of segment "
                        + place.segment.number);
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    /** Appends some records and forces them. */
    void append(Journal journal, Appender appender, int records) {
        for (int i = 0; i < records; i++) {
            byte[] payload = new byte[24 + i];
            payload[0] = (byte) appended.size();
            appended.add(new KnownRecords.Entry(appender.append(payload), ByteBuffer.wrap(payload)));
        }
        journal.force();
    }

    /** Returns the records that a reader finds that opens an undamaged journal of this shape and repairs nothing. */
    List<KnownRecords.Entry> visible() {
        return known.entries.subList(0, known.beforeOpenClaim);
    }

    /**
     * Returns the records that the same reader finds from the end back. It stops at an open claim only where it starts: in the last
     * segment.
     */
    List<KnownRecords.Entry> visibleBackwards() {
        return known.isOpenClaimInLastSegment ? visible() : known.entries;
    }

    /**
     * Returns the records that an undamaged journal has after recovery. A recovery that doesn't know whether the machine has
     * stopped invalidates the open claim and keeps what is behind it.
     */
    List<KnownRecords.Entry> recovered() {
        boolean isInvalidated = recovery.map(RecoveryReport::invalidatedClaims).orElse(0L) > 0;
        return shape.end == SmallJournal.End.STOPPED && !isInvalidated ? visible() : known.entries;
    }

    @Nullable
    CutTail cut() {
        return recovery.flatMap(RecoveryReport::cut).orElse(null);
    }
}
