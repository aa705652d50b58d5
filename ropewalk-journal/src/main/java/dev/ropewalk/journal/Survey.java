package dev.ropewalk.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Gathers what {@link JournalInfo} tells. */
final class Survey {
    // Older sessions that still live are missed; so many openings are rare enough in a life of one of them.
    private static final int RECENT_SESSIONS = 10_000;

    private final JournalFiles files;
    private final ControlFile control;

    Survey(JournalFiles files) {
        this.files = files;
        this.control = files.control();
    }

    JournalInfo run() {
        Path directory = files.directory();
        OptionalInt writers = writers();
        Segment first = files.store().acquireFirst();
        JournalCursor end = JournalCursor.atEnd(files.store(), null);
        try {
            return new JournalInfo(
                    control.identity(),
                    Instant.ofEpochMilli(control.madeMillis()),
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
                    Cursors.indices(directory),
                    CutFolder.files(directory));
        } finally {
            end.close();
            files.store().release(first);
        }
    }

    private boolean isRecoveryDue(int writers) {
        Recovery.Since since = control.boot().since(KernelBoot.identity());
        // Those who are inside went in when it was whole.
        boolean isSettled = writers > 0 || (since == Recovery.Since.PROCESSES_DIED && !control.hasOpenSessions());
        return !control.isMade() || since == Recovery.Since.MACHINE_STOPPED || !isSettled;
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
                try (LockFile locks = LockFile.open(files.directory())) {
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
            if (!locks.isFree(LockFile.SESSIONS + WriterSession.epochOf(session))) {
                alive++;
            }
        }
        return alive;
    }

    private static long bytes(Path directory) {
        return FileThreads.call(directory, () -> {
            try (Stream<Path> all = Files.walk(directory)) {
                long bytes = 0;
                for (Path file : all.toList()) {
                    bytes += size(file);
                }
                return bytes;
            }
        });
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (NoSuchFileException deletedMeanwhile) {
            return 0;
        }
    }
}
