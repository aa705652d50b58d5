package dev.ropewalk.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The way into a journal for those who may write: its lock, its control file and a session.
 *
 * <p>Everyone who is inside holds the OPEN lock, shared. Who comes tries to have it exclusive first. If he gets it, nobody is
 * inside: he creates what is missing, and repairs what a crash has left. If not, others are inside or repairing, and he takes
 * the lock shared once he can. In both cases he goes in only if he finds, with the shared lock held, a journal that is
 * whole: made, recovered in this boot of the machine, and no recovery under way; it will stay so while he is inside, as
 * nobody else is alone then. It may not be whole if somebody died in the exclusive part. Then he tries again from the start.
 *
 * <p>Between giving the exclusive lock back and getting the shared one others may come and go, and even repair. That does no
 * harm: what was found before is looked at again.
 */
final class Opening {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long RETRY_NANOS = 2_000_000;

    private final LockFile locks;
    private final LockFile.Hold inside;
    private final ControlFile control;
    private final Optional<RecoveryReport> recovery;
    private final WriterSession session;
    private final TailLock tailLock;

    private Opening(
            Path directory,
            LockFile locks,
            LockFile.Hold inside,
            ControlFile control,
            Optional<RecoveryReport> recovery) {
        this.locks = locks;
        this.inside = inside;
        this.control = control;
        this.recovery = recovery;
        this.session = WriterSession.begin(locks, control);
        this.tailLock = new TailLock(directory, locks, TailLock.PATIENCE);
    }

    LockFile locks() {
        return locks;
    }

    ControlFile control() {
        return control;
    }

    WriterSession session() {
        return session;
    }

    TailLock tailLock() {
        return tailLock;
    }

    /** Returns what had to be recovered. */
    Optional<RecoveryReport> recovery() {
        return recovery;
    }

    /** Goes in. For {@link FileThreads}. */
    static Opening enter(Path directory, JournalOptions options) throws IOException {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new JournalFormatException(directory + " is no directory, which a journal is");
        }
        Files.createDirectories(directory);
        LockFile locks = LockFile.open(directory);
        try {
            return enter(directory, options, locks);
        } catch (RuntimeException | Error e) {
            locks.close();
            throw e;
        }
    }

    private static Opening enter(Path directory, JournalOptions options, LockFile locks) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Optional<RecoveryReport> recovery = Optional.empty();
        while (true) {
            Optional<LockFile.Hold> alone = locks.tryHold(LockFile.OPEN, false);
            if (alone.isPresent()) {
                try {
                    recovery = makeWhole(directory, options);
                } finally {
                    alone.get().close();
                }
            }
            Optional<LockFile.Hold> inside = locks.tryHold(LockFile.OPEN, true);
            if (inside.isPresent()) {
                Optional<ControlFile> control = openWhole(directory, inside.get());
                if (control.isPresent()) {
                    return goIn(directory, locks, inside.get(), control.get(), recovery);
                }
            }
            if (deadline - System.nanoTime() < 0) {
                throw new JournalException("the journal in " + directory + " can't be opened: for "
                        + PATIENCE.toSeconds() + " s somebody has had it alone");
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    private static Opening goIn(
            Path directory,
            LockFile locks,
            LockFile.Hold inside,
            ControlFile control,
            Optional<RecoveryReport> recovery) {
        try {
            return new Opening(directory, locks, inside, control, recovery);
        } catch (RuntimeException | Error e) {
            control.close();
            inside.close();
            throw e;
        }
    }

    /** Returns the control file of a whole journal; gives the lock back if there is none. */
    private static Optional<ControlFile> openWhole(Path directory, LockFile.Hold inside) {
        try {
            if (ControlFile.exists(directory)) {
                ControlFile control = ControlFile.open(directory, true);
                if (control.isWhole()) {
                    return Optional.of(control);
                }
                control.close();
            }
        } catch (RuntimeException | Error e) {
            inside.close();
            throw e;
        }
        inside.close();
        return Optional.empty();
    }

    private static Optional<RecoveryReport> makeWhole(Path directory, JournalOptions options) {
        if (!ControlFile.exists(directory)) {
            ControlFile.checkNothingLost(directory);
            ControlMaker.create(
                    directory, options.segmentBytes(), options.clock().millis());
        }
        try (ControlFile control = ControlFile.open(directory, true)) {
            if (control.isWhole() && !control.hasOpenSessions() && BootIdentity.isToldByMachine()) {
                return Optional.empty();
            }
            boolean isNew = control.isNew();
            control.beginRecovery();
            SegmentFiles files = new SegmentFiles(directory, control, true);
            files.sweep();
            Optional<RecoveryReport> report = Optional.empty();
            if (isNew) {
                begin(files, control, options);
            } else {
                report = Optional.of(recover(directory, control));
                RecoveryNote.write(directory, new LastRecovery(options.clock().instant(), false, report.get()));
            }
            control.endRecovery();
            return report;
        }
    }

    private static RecoveryReport recover(Path directory, ControlFile control) {
        Watermark watermark = control.watermark();
        Recovery.Since since = control.boot().since();
        if (watermark.isPoisoned() && since == Recovery.Since.UNKNOWN) {
            // What is in memory may not be what is on the disk, and a force wouldn't tell.
            since = Recovery.Since.PROCESSES_DIED;
        }
        try (var segments = SegmentFolder.writable(directory, control)) {
            var recovery = new Recovery(segments, watermark, since);
            RecoveryReport report = recovery.run();
            control.raiseFirstSegment(segments.first());
            control.setLastSegment(recovery.lastSegment());
            Cursors.cut(directory, recovery.endIndex());
            if (since == Recovery.Since.MACHINE_STOPPED) {
                // Nothing is left in memory that the disk doesn't have.
                watermark.cure();
            }
            return report;
        }
    }

    private static void begin(SegmentFiles files, ControlFile control, JournalOptions options) {
        try (SegmentStore store = new SegmentStore(files, control, options.clock(), files::make, () -> {})) {
            store.makeFirst();
        }
    }

    /** Goes out. For after nothing can write any more. */
    void leave() {
        tailLock.close();
        session.close();
        control.close();
        inside.close();
        locks.close();
    }
}
