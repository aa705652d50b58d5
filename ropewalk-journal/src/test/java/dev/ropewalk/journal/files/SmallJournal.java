package dev.ropewalk.journal.files;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.KnownRecords;
import dev.ropewalk.journal.RecordClaim;
import dev.ropewalk.journal.Retention;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;

/** Small journals of all shapes that the damage matrix is about: how they were written, and how they came to rest. */
public enum SmallJournal {
    /** Nothing was appended. */
    EMPTY(End.CLOSED, 0),
    /** Several segments, each append forced. */
    CLOSED(End.CLOSED, 60),
    /** The same, with the next segment made ahead. */
    CLOSED_WITH_SPARE(End.CLOSED, 60),
    /** A force in the middle of the last segment. */
    CLOSED_HALF_FORCED(End.CLOSED, 60),
    /** Nothing was forced. */
    CLOSED_UNFORCED(End.CLOSED, 30),
    /** The first segments were deleted. */
    CLOSED_AFTER_RETENTION(End.CLOSED, 60),
    /** So many records that a segment hints where its tail is. */
    CLOSED_WITH_HINT(End.CLOSED, 600),
    /** Records of several pages. */
    CLOSED_WITH_LARGE_RECORDS(End.CLOSED, 40),
    /** Killed between a claim and its commit, while others went on. */
    KILLED(End.KILLED, 60),
    /** Killed before anything was forced. */
    KILLED_UNFORCED(End.KILLED, 30),
    /** Killed in the middle of a claim of the exclusive appender. */
    KILLED_EXCLUSIVE(End.KILLED, 60),
    /** Killed after the end of a segment, before the next one has begun. */
    KILLED_AT_END(End.KILLED, 60),
    /** Killed after an invalidator contested an open claim; an earlier contested claim was saved by its writer. */
    KILLED_CONTESTED(End.KILLED, 60),
    /** Forcing has failed, and all processes were killed. */
    POISONED(End.KILLED, 60),
    /** The machine stopped; the disk happens to have everything. */
    STOPPED(End.STOPPED, 60),
    /** The machine stopped before anything was forced. */
    STOPPED_UNFORCED(End.STOPPED, 30),
    /** The machine stopped again in a recovery. */
    STOPPED_TWICE(End.STOPPED, 60),
    /** It isn't known whether the machine stopped. */
    UNKNOWN(End.UNKNOWN, 60),
    /** Several segments of format 1. */
    CLOSED_OF_RUNS(End.CLOSED, 60),
    /** The same, upgraded when half of it was written. */
    CLOSED_UPGRADED(End.CLOSED, 60),
    /** Killed between a claim and its commit, in format 1. */
    KILLED_OF_RUNS(End.KILLED, 60),
    /** The machine stopped, in format 1. */
    STOPPED_OF_RUNS(End.STOPPED, 60),
    /** The machine stopped after an upgrade. */
    STOPPED_UPGRADED(End.STOPPED, 60);

    /** How the last writers came to their ends. */
    public enum End {
        CLOSED,
        KILLED,
        STOPPED,
        UNKNOWN
    }

    public static final String CURSOR = "middle";
    static final String CURSOR_AT_END = "end";
    private static final UUID OTHER_BOOT = new UUID(4711, 42);
    private static final int BEHIND_FORCE = 9;
    private static final Duration NEVER_INVALIDATED = Duration.ofHours(1);

    public final End end;
    private final int records;

    SmallJournal(End end, int records) {
        this.end = end;
        this.records = records;
    }

    private int segmentBytes() {
        return switch (this) {
            case CLOSED_WITH_HINT -> 16 << 10;
            case CLOSED_WITH_LARGE_RECORDS -> 64 << 10;
            default -> 4 << 10;
        };
    }

    private boolean isUnforced() {
        return this == CLOSED_UNFORCED || this == KILLED_UNFORCED || this == STOPPED_UNFORCED;
    }

    private boolean isForcedWhole() {
        return end == End.CLOSED && this != CLOSED_HALF_FORCED && !isUnforced();
    }

    private int format() {
        return switch (this) {
            case CLOSED_OF_RUNS, CLOSED_UPGRADED, KILLED_OF_RUNS, STOPPED_OF_RUNS, STOPPED_UPGRADED -> Format.RUNS;
            default -> Format.FRAMES;
        };
    }

    private boolean isUpgraded() {
        return this == CLOSED_UPGRADED || this == STOPPED_UPGRADED;
    }

    private JournalOptions options() {
        JournalOptions options = JournalOptions.defaults()
                .segmentBytes(segmentBytes())
                .format(format())
                .claimTimeout(NEVER_INVALIDATED);
        return this == CLOSED_AFTER_RETENTION
                ? options.retention(Retention.keepAll().maxBytes(2L * segmentBytes()))
                : options;
    }

    /** Makes it in a folder, the same one for a seed but for what identifies it, and returns its files. */
    public JournalImage make(Path folder, long seed) throws IOException {
        var random = new Random(seed);
        try (Journal journal = Journal.open(folder, options());
                Appender appender = journal.appender()) {
            write(journal, appender, random, records / 2);
        }
        if (isUpgraded()) {
            Journal.upgrade(folder);
        }
        JournalImage image;
        try (Journal journal = Journal.open(folder, options())) {
            boolean exclusive = this == KILLED_EXCLUSIVE;
            try (Appender appender = exclusive ? journal.exclusiveAppender() : journal.appender()) {
                write(journal, appender, random, records - records / 2 - BEHIND_FORCE);
                if (records > 0 && !isUnforced()) {
                    journal.force();
                }
                write(journal, appender, random, Math.min(records, BEHIND_FORCE));
                if (records > 0) {
                    commitCursor(journal, CURSOR_AT_END, Integer.MAX_VALUE);
                }
                if (isForcedWhole()) {
                    journal.force();
                }
                if (end != End.CLOSED && this != KILLED_AT_END) {
                    leaveOpen(journal, appender, random, exclusive);
                }
                awaitHousekeeping(folder);
                // Before the appender is closed, which would abort the open claim.
                image = JournalImage.of(folder);
            }
        }
        if (end == End.CLOSED) {
            image = JournalImage.of(folder);
        }
        arrange(image);
        image.restore();
        return image;
    }

    private void write(Journal journal, Appender appender, Random random, int count) {
        for (int i = 0; i < count; i++) {
            if (i % 13 == 4) {
                appender.claim(random.nextInt(40)).abort();
            }
            if (i == 5 && journal.cursors().isEmpty()) {
                // Behind an invalidated claim.
                commitCursor(journal, CURSOR, Integer.MAX_VALUE);
                appender.claim(11).abort();
            }
            if (i % 9 == 7) {
                appender.batch()
                        .add(payload(random))
                        .add(payload(random))
                        .add(payload(random))
                        .commit();
            }
            appender.append(payload(random));
        }
    }

    private static void commitCursor(Journal journal, String name, int records) {
        try (Tailer tailer = journal.tailer(name)) {
            tailer.poll((memory, offset, length, index) -> {}, records);
            tailer.commit();
        }
    }

    private byte[] payload(Random random) {
        int length = switch (this) {
            case CLOSED_WITH_HINT -> 1 + random.nextInt(8);
            case CLOSED_WITH_LARGE_RECORDS -> random.nextInt(9000);
            default -> random.nextInt(4) == 0 ? random.nextInt(300) : 40 + random.nextInt(20);
        };
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private void leaveOpen(Journal journal, Appender appender, Random random, boolean exclusive) {
        RecordClaim _ = appender.claim(33);
        if (!exclusive) {
            try (Appender other = journal.appender()) {
                for (int i = 0; i < 4; i++) {
                    other.append(payload(random));
                }
            }
        }
    }

    /** Waits for what other threads do, so that the files are the same each time. */
    private void awaitHousekeeping(Path folder) {
        if (records == 0) {
            return;
        }
        try (ControlFile control = ControlFile.open(folder, false)) {
            Await.until(
                    "a segment is made ahead",
                    () -> Files.exists(SegmentFiles.path(folder, control.lastSegment() + 1)));
            if (this == CLOSED_AFTER_RETENTION) {
                Await.until(
                        "segments are deleted",
                        () -> control.firstSegment() >= control.lastSegment() - 1
                                && !Files.exists(SegmentFiles.path(folder, control.firstSegment() - 1)));
            }
        }
    }

    private void arrange(JournalImage image) {
        if (this != CLOSED_WITH_SPARE) {
            for (String name : image.names()) {
                if (name.endsWith(".tmp")
                        || (name.endsWith(".seg") && words(image, name).getLong(SegmentLayout.FIRST_INDEX_AT) == 0)) {
                    image.remove(name);
                }
            }
        }
        try (ControlFile control = ControlFile.inMemory(image.folder, image.bytes(ControlLayout.FILE))) {
            switch (this) {
                case STOPPED, STOPPED_UNFORCED, STOPPED_OF_RUNS, STOPPED_UPGRADED ->
                    control.boot().set(OTHER_BOOT);
                case STOPPED_TWICE -> {
                    control.boot().set(OTHER_BOOT);
                    control.beginRecovery();
                }
                case UNKNOWN -> control.boot().set(new UUID(0, 0));
                case POISONED -> control.watermark().poison(BootIdentity.UNKNOWN);
                default -> {}
            }
            image.put(ControlLayout.FILE, control.content());
        }
        KnownRecords.Place tail = KnownRecords.of(image).tail;
        if (this == KILLED_AT_END) {
            words(image, tail.file()).putLong(tail.to(), RecordLayout.claim(RecordLayout.END, 1, 0, 0));
        } else if (this == KILLED_CONTESTED) {
            for (String name : image.names()) {
                if (name.endsWith(".seg")) {
                    contest(words(image, name));
                }
            }
        }
    }

    private static ByteBuffer words(JournalImage image, String name) {
        return ByteBuffer.wrap(image.bytes(name)).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Contests a segment's open claim, if it has one; its first record, before that, is one that its writer has saved. */
    private static void contest(ByteBuffer segment) {
        int firstRecord = 0;
        int offset = SegmentLayout.HEADER_BYTES;
        long claim = segment.getLong(offset);
        while (isDecided(segment, offset, claim)) {
            if (firstRecord == 0 && RecordLayout.kind(claim) == RecordLayout.DATA) {
                firstRecord = offset;
            }
            offset += RecordLayout.size(RecordLayout.length(claim));
            claim = segment.getLong(offset);
        }
        if (RecordLayout.kind(claim) == RecordLayout.DATA) {
            segment.putLong(offset, RecordLayout.as(RecordLayout.CONTESTED, claim));
            if (firstRecord > 0) {
                segment.putLong(firstRecord, RecordLayout.as(RecordLayout.SAVED, segment.getLong(firstRecord)));
            }
        }
    }

    private static boolean isDecided(ByteBuffer segment, int offset, long claim) {
        return switch (RecordLayout.kind(claim)) {
            case RecordLayout.INVALID -> true;
            case RecordLayout.DATA -> segment.getLong(offset + RecordLayout.COMMIT) != 0;
            default -> false;
        };
    }
}
