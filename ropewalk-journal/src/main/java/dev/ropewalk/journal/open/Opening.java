package dev.ropewalk.journal.open;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.JournalPoisonedException;
import dev.ropewalk.journal.LastRecovery;
import dev.ropewalk.journal.RecoveryReport;
import dev.ropewalk.journal.event.JournalRecoveryEvent;
import dev.ropewalk.journal.files.Closing;
import dev.ropewalk.journal.files.ControlConsistency;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.ControlMaker;
import dev.ropewalk.journal.files.FilePermissions;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.Interruption;
import dev.ropewalk.journal.files.JournalClock;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.files.LockRecord;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.OpenHere;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.files.TailLock;
import dev.ropewalk.journal.files.Watermark;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.read.Cursors;
import dev.ropewalk.journal.repair.Recovery;
import dev.ropewalk.journal.repair.RecoveryNote;
import dev.ropewalk.journal.store.SegmentFolder;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.journal.write.WriterSession;
import dev.ropewalk.scheduler.park.Parking;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way into a journal for a process that may write: its lock, its control file and a session.
 *
 * <p>Every process inside holds the OPEN lock, shared. A process that comes tries to get it exclusive first. If it succeeds, no
 * other is inside: it creates what is missing, and repairs what a crash has left. If not, others are inside or repairing, and it
 * takes the lock shared once it can. In both cases it goes in only if it finds, with the shared lock held, a journal that is
 * whole. The journal stays whole while the process is inside, as no other is alone then. Whole means that it was made, that no
 * recovery has begun without an end, and that what is in the kernel's memory is what writers have left there. Any of these tells
 * the last of the three:
 *
 * <ul>
 *   <li>The control file says that it was recovered in this boot of the machine.
 *   <li>The process itself was alone in it since it came, and has recovered it or found it in order. The machine hasn't stopped
 *       since then, as the process is still there.
 *   <li>A session is alive, which a kernel lock tells. Its process went in when the journal was whole, so it is in this
 *       boot, too. That is how processes get in that don't know their boot, or where the one that recovered it didn't: two
 *       containers, or a container and its host. It doesn't count where both boots are known and differ: then the
 *       directory is shared by machines, which don't share their memory.
 * </ul>
 *
 * <p>If none does, or if another process died in the exclusive part, it tries again from the start: at the latest when no other
 * is inside it will be alone.
 *
 * <p>That the lock file is the one where all others inside are, {@link LockRecord} tells.
 *
 * <p>Between giving the exclusive lock back and getting the shared one others may come and go, and even repair. That does no
 * harm: what was found before is looked at again.
 */
public final class Opening {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int NO_EPOCH = 0;
    private static final long RETRY_NANOS = 2_000_000;

    private final LockFile locks;
    private final LockFile.Hold inside;
    private final ControlFile control;
    private final Optional<RecoveryReport> recovery;
    private final WriterSession session;
    private final TailLock tailLock;
    private final OpenHere here;

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
        this.here = OpenHere.enter(directory);
    }

    public LockFile locks() {
        return locks;
    }

    public ControlFile control() {
        return control;
    }

    public WriterSession session() {
        return session;
    }

    public TailLock tailLock() {
        return tailLock;
    }

    /** Returns what had to be recovered. */
    public Optional<RecoveryReport> recovery() {
        return recovery;
    }

    /** Goes in. For {@link FileThreads}. */
    static Opening enter(Path directory, JournalOptions options, Machine machine) throws IOException {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new JournalFormatException(directory + " is no directory, which a journal is");
        }
        if (!options.create()) {
            requireJournal(directory);
        }
        FilePermissions.createDirectory(directory, options.permissions());
        if (!ControlFile.exists(directory)) {
            ForeignFiles.refuseIn(directory);
        }
        long deadline = Parking.now() + PATIENCE.toNanos();
        while (true) {
            LockFile locks = LockFile.open(directory, options.permissions());
            try {
                Optional<Opening> opening = enter(directory, options, machine, locks, deadline);
                if (opening.isPresent()) {
                    return opening.get();
                }
            } catch (RuntimeException | Error e) {
                locks.close();
                throw e;
            }
            locks.close();
        }
    }

    private static void requireJournal(Path directory) {
        if (!ControlFile.exists(directory)) {
            if (Files.isDirectory(directory)) {
                ControlFile.checkNothingLost(directory);
            }
            throw noneToOpen(directory);
        }
    }

    private static JournalFormatException noneToOpen(Path directory) {
        return new JournalFormatException(
                "there is no journal in " + directory + ", and the options don't allow to create one: create is false");
    }

    /** Returns nothing if the path names another lock file by now. */
    private static Optional<Opening> enter(
            Path directory, JournalOptions options, Machine machine, LockFile locks, long deadline) {
        Optional<RecoveryReport> recovery = Optional.empty();
        boolean wasAlone = false;
        while (true) {
            Optional<LockFile.Hold> alone = locks.tryHold(LockFile.OPEN, false);
            if (alone.isPresent()) {
                try {
                    if (locks.isCurrent()) {
                        recovery = makeWhole(directory, options, machine, locks).or(having(recovery));
                        wasAlone = true;
                    }
                } finally {
                    alone.get().close();
                }
            }
            Optional<LockFile.Hold> inside = locks.tryHold(LockFile.OPEN, true);
            if (inside.isPresent()) {
                Optional<ControlFile> control = openWhole(directory, machine.boot(), inside.get(), locks, wasAlone);
                if (control.isPresent()) {
                    Optional<Opening> opening = goIn(directory, locks, inside.get(), control.get(), recovery);
                    if (opening.isPresent()) {
                        return opening;
                    }
                }
            }
            if (!locks.isCurrent()) {
                return Optional.empty();
            }
            if (deadline - Parking.now() < 0) {
                throw new JournalException("the journal in " + directory + " can't be opened: for "
                        + PATIENCE.toSeconds() + " s another process has had it alone, or open since another boot than "
                        + machine.boot() + ", which only another machine can");
            }
            Parking.park(locks, RETRY_NANOS);
        }
    }

    private static <T> Supplier<Optional<T>> having(Optional<T> value) {
        return () -> value;
    }

    private static Optional<Opening> goIn(
            Path directory,
            LockFile locks,
            LockFile.Hold inside,
            ControlFile control,
            Optional<RecoveryReport> recovery) {
        try {
            var opening = new Opening(directory, locks, inside, control, recovery);
            if (!new LockRecord(control, locks).isOther()) {
                return Optional.of(opening);
            }
            opening.here.leave();
            opening.session.close();
        } catch (RuntimeException | Error e) {
            control.close();
            inside.close();
            throw e;
        }
        control.close();
        inside.close();
        return Optional.empty();
    }

    /** Returns the control file of a whole journal; gives the lock back if there is none. */
    private static Optional<ControlFile> openWhole(
            Path directory, UUID boot, LockFile.Hold inside, LockFile locks, boolean wasAlone) {
        try {
            if (ControlFile.exists(directory)) {
                ControlFile control = ControlFile.open(directory, true);
                try {
                    boolean isAtOwnLock = !new LockRecord(control, locks).isOther();
                    if (isAtOwnLock && control.isMade() && (wasAlone || isInThisBoot(control, boot, locks))) {
                        return Optional.of(control);
                    }
                } catch (RuntimeException | Error e) {
                    control.close();
                    throw e;
                }
                control.close();
            } else if (!isWithoutSession(locks)) {
                // One begins after the file is there, and it stays.
                throw new JournalException("the journal in " + directory + " can't be opened: its " + ControlLayout.FILE
                        + " was deleted while processes have it open; once none has, repair rebuilds it");
            }
        } catch (RuntimeException | Error e) {
            inside.close();
            throw e;
        }
        inside.close();
        return Optional.empty();
    }

    private static boolean isInThisBoot(ControlFile control, UUID boot, LockFile locks) {
        return switch (control.boot().since(boot)) {
            case PROCESSES_DIED -> true;
            case MACHINE_STOPPED -> false;
            case UNKNOWN -> !isWithoutSession(locks);
        };
    }

    private static boolean isWithoutSession(LockFile locks) {
        return locks.probeFree(LockFile.SESSIONS, RecordLayout.MAX_EPOCH + 1L);
    }

    private static Optional<RecoveryReport> makeWhole(
            Path directory, JournalOptions options, Machine machine, LockFile locks) {
        if (!ControlFile.exists(directory)) {
            ControlFile.checkNothingLost(directory);
            ControlMaker.create(
                    directory, options.segmentBytes(), JournalClock.millis(options.clock()), options.format());
        }
        try (ControlFile control = ControlFile.open(directory, true)) {
            ControlConsistency.check(control, machine.boot());
            new LockRecord(control, locks).take(machine.boot());
            if (control.isWhole(machine.boot()) && !control.hasOpenSessions()) {
                return Optional.empty();
            }
            boolean isNew = control.isNew();
            if (isNew && !options.create()) {
                throw noneToOpen(directory);
            }
            control.beginRecovery();
            SegmentFiles files = new SegmentFiles(directory, control, true, NO_EPOCH, machine.forcer());
            files.sweepTemporary();
            Optional<RecoveryReport> report = Optional.empty();
            if (isNew) {
                begin(files, control, options);
            } else {
                JournalRecoveryEvent event = FlightRecorderState.isUsed() ? beginEvent() : null;
                RecoveryReport found = recover(directory, control, machine);
                if (event != null) {
                    JournalRecoveryEvent.end(
                            event,
                            directory.toString(),
                            found.records(),
                            found.cut().isPresent());
                }
                report = Optional.of(found);
                RecoveryNote.write(
                        directory, new LastRecovery(JournalClock.instant(options.clock()), false, report.get()));
            }
            control.endRecovery(machine.boot());
            return report;
        }
    }

    private static @Nullable JournalRecoveryEvent beginEvent() {
        try {
            return JournalRecoveryEvent.begun();
        } catch (Throwable noMemory) {
            return null; // the event is lost, and nothing else
        }
    }

    private static RecoveryReport recover(Path directory, ControlFile control, Machine machine) {
        Watermark watermark = control.watermark();
        boolean isPoisonOver = watermark.isPoisonOver(machine.boot());
        Interruption since = control.boot().since(machine.boot());
        if (watermark.isPoisoned() && !isPoisonOver) {
            // What is in memory may not be what is on the disk, and a force wouldn't tell.
            if (since == Interruption.MACHINE_STOPPED) {
                throw new JournalPoisonedException(
                        "the journal in " + directory + " has a torn tail, and forcing it to the"
                                + " disk has failed: it must be repaired, or the machine be started again");
            }
            since = Interruption.PROCESSES_DIED;
        }
        try (var segments = SegmentFolder.writable(directory, control, machine)) {
            var recovery = new Recovery(segments, watermark, since);
            RecoveryReport report = recovery.run();
            control.setLastSegment(recovery.lastSegment());
            Cursors.cut(directory, control.identity(), recovery.endIndex());
            if (isPoisonOver) {
                // Nothing is left in memory that the disk doesn't have.
                watermark.cure();
            }
            return report;
        }
    }

    private static void begin(SegmentFiles files, ControlFile control, JournalOptions options) {
        try (SegmentStore store = new SegmentStore(files, control, options.clock(), files::make, () -> {})) {
            store.makeFirst();
            files.forceNameOfDirectory();
        }
    }

    /** Goes out. For after nothing can write any more. */
    void leave() {
        new Closing()
                .then(tailLock::close)
                .then(here::leave)
                .then(session::close)
                .then(control::close)
                .then(inside::close)
                .then(locks::close)
                .end();
    }
}
