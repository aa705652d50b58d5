package dev.ropewalk.journal.open;

import dev.ropewalk.journal.JournalInfo;
import dev.ropewalk.journal.JournalIoException;
import dev.ropewalk.journal.JournalStats;
import dev.ropewalk.journal.RecordsGoneException;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.CutFolder;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.Interruption;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.read.CheckedCursor;
import dev.ropewalk.journal.read.JournalCursor;
import dev.ropewalk.journal.repair.RecoveryNote;
import dev.ropewalk.journal.write.WriterSession;
import dev.ropewalk.scheduler.TimeDistribution;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** Gathers what {@link JournalInfo} tells. */
public final class InfoCollector {
    // Older sessions that still live are missed; so many openings are rare enough in a life of one of them.
    private static final int RECENT_SESSIONS = 10_000;

    private final JournalFiles files;
    private final ControlFile control;

    public InfoCollector(JournalFiles files) {
        this.files = files;
        this.control = files.control();
    }

    public JournalInfo run() {
        while (true) {
            try {
                return look();
            } catch (RecordsGoneException e) {
                // Retention has gone on, and will have been through when there are no older segments left to delete.
            }
        }
    }

    /**
     * Returns the part of it that needs no other files than those in use.
     *
     * @param forces how long forces have taken
     */
    public JournalStats stats(TimeDistribution forces) {
        while (true) {
            try {
                return lookAtEnds(forces);
            } catch (RecordsGoneException e) {
                // As above.
            }
        }
    }

    private JournalStats lookAtEnds(TimeDistribution forces) {
        Segment first = files.store().acquireFirst();
        try (JournalCursor end = JournalCursor.atEnd(files.store(), null)) {
            return new JournalStats(
                    first.number,
                    end.records.segment.number,
                    first.firstIndex(),
                    end.records.index(),
                    end.records.position(),
                    control.watermark().position(),
                    control.watermark().isPoisoned(),
                    forces.count(),
                    forces.total().toNanos(),
                    forces.max().toNanos());
        } finally {
            files.store().release(first);
        }
    }

    /** Returns where the named cursors resume, by name; without the damaged ones, and without those that stand nowhere so far. */
    public SortedMap<String, Long> cursorIndexes() {
        SortedMap<String, Long> indexes = new TreeMap<>();
        for (CheckedCursor cursor : CheckedCursor.all(files.directory(), control.identity())) {
            cursor.index().ifPresent(index -> indexes.put(cursor.name(), index));
        }
        return indexes;
    }

    private JournalInfo look() {
        Path directory = files.directory();
        OptionalInt writers = writers();
        SortedMap<String, Long> cursors = new TreeMap<>();
        SortedMap<String, String> damagedCursors = new TreeMap<>();
        List<CheckedCursor> checked = CheckedCursor.all(directory, control.identity());
        Segment first = files.store().acquireFirst();
        try (JournalCursor end = JournalCursor.atEnd(files.store(), null)) {
            for (CheckedCursor cursor : checked) {
                if (cursor.damage() == null) {
                    // One that was never committed resumes at the first record that is there.
                    cursors.put(cursor.name(), cursor.index().orElse(first.firstIndex()));
                } else {
                    damagedCursors.put(cursor.name(), cursor.damage());
                }
            }
            return new JournalInfo(
                    control.identity(),
                    Instant.ofEpochMilli(control.madeMillis()),
                    control.format(),
                    formats(first.number, end.records.segment.number),
                    bytes(directory),
                    control.segmentBytes(),
                    first.number,
                    end.records.segment.number,
                    start(first),
                    start(end.records.segment),
                    first.firstIndex(),
                    end.records.index(),
                    end.records.position(),
                    control.watermark().position(),
                    control.watermark().isPoisoned(),
                    writers,
                    isRecoveryDue(writers.orElse(1)),
                    RecoveryNote.read(directory),
                    Collections.unmodifiableSortedMap(cursors),
                    Collections.unmodifiableSortedMap(damagedCursors),
                    CutFolder.files(directory));
        } finally {
            files.store().release(first);
        }
    }

    private SortedMap<Long, Integer> formats(long first, long last) {
        return FileThreads.call(files.directory(), () -> {
            SortedMap<Long, Integer> formats = new TreeMap<>();
            int before = 0;
            for (long number = first; number <= last; number++) {
                FileHead head = FileHead.read(files.segments().path(number), number);
                // One that is deleted or damaged tells nothing.
                if (head.isKnown() && head.format() != before) {
                    before = head.format();
                    formats.put(number, before);
                }
            }
            return formats;
        });
    }

    private boolean isRecoveryDue(int writers) {
        Interruption since = control.boot().since(Machine.bootOf(files.directory()));
        // The processes inside went in when it was whole.
        boolean isSettled = writers > 0 || (since == Interruption.PROCESSES_DIED && !control.hasOpenSessions());
        return !control.isMade() || since == Interruption.MACHINE_STOPPED || !isSettled;
    }

    private static Optional<Instant> start(Segment segment) {
        long word = segment.word(SegmentLayout.START_AT);
        return word == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(CheckedWord.value(word)));
    }

    private OptionalInt writers() {
        if (!control.hasOpenSessions()) {
            return OptionalInt.of(0);
        }
        try {
            return FileThreads.call(files.directory(), () -> {
                LockFile locks = LockFile.openIfThere(files.directory());
                if (locks == null) {
                    return OptionalInt.empty();
                }
                try (locks) {
                    return OptionalInt.of(writers(locks));
                }
            });
        } catch (JournalIoException e) {
            return OptionalInt.empty();
        }
    }

    private int writers(LockFile locks) {
        int alive = 0;
        long begun = control.sessionsBegun();
        for (long session = begun; session > Math.max(0, begun - RECENT_SESSIONS); session--) {
            if (!locks.probeFree(LockFile.SESSIONS + WriterSession.epochOf(session))) {
                alive++;
            }
        }
        return alive;
    }

    private static long bytes(Path directory) {
        return FileThreads.call(directory, () -> {
            var sizes = new SimpleFileVisitor<Path>() {
                long bytes;

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    bytes += attributes.isRegularFile() ? attributes.size() : 0;
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                    if (e instanceof NoSuchFileException) {
                        // Retention has deleted it meanwhile.
                        return FileVisitResult.CONTINUE;
                    }
                    throw e;
                }
            };
            Files.walkFileTree(directory, sizes);
            return sizes.bytes;
        });
    }
}
