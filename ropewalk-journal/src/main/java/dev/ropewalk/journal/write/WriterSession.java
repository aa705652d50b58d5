package dev.ropewalk.journal.write;

import dev.ropewalk.journal.files.Closing;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.files.NativeCalls;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.store.Sessions;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * One opening of a journal for writing, known by its epoch, which all its claims carry. While it lives, it holds the lock of its
 * epoch: taken before the first claim, given back after its segments are unmapped, or by the kernel. So if the lock of an epoch
 * is free, no writer will ever commit a claim with it.
 *
 * <p>Epochs are counted up in the control file and start again from 1 after 16 million; an epoch whose lock is still held is
 * passed over.
 */
public final class WriterSession implements Sessions, AutoCloseable {
    // A probe whether it is free holds it for a moment.
    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final LockFile locks;
    private final ControlFile control;
    private final int epoch;
    private final LockFile.Hold alive;
    // Its threads take turns, so that each sees all that the others have done.
    private final boolean isSimulated = Steps.simulatedScheduler() != null;

    private WriterSession(LockFile locks, ControlFile control, int epoch, LockFile.Hold alive) {
        this.locks = locks;
        this.control = control;
        this.epoch = epoch;
        this.alive = alive;
    }

    public static WriterSession begin(LockFile locks, ControlFile control) {
        while (true) {
            int epoch = epochOf(control.beginSession());
            Optional<LockFile.Hold> alive = locks.hold(LockFile.SESSIONS + epoch, false, PATIENCE);
            if (alive.isPresent()) {
                return new WriterSession(locks, control, epoch, alive.get());
            }
            control.endSession();
        }
    }

    /** Returns the epoch of a session by its number in the control file, from 1. */
    public static int epochOf(long session) {
        return (int) ((session - 1) % RecordLayout.MAX_EPOCH) + 1;
    }

    public int epoch() {
        return epoch;
    }

    @Override
    public boolean probeTailAlone() {
        return locks.probeExclusive(LockFile.TAIL);
    }

    @Override
    public boolean probeAlive(int other) {
        return other == epoch || !locks.probeFree(LockFile.SESSIONS + other);
    }

    @Override
    public boolean canFence() {
        return isSimulated || NativeCalls.available().map(NativeCalls::canFence).orElse(false);
    }

    @Override
    public boolean fenceAll() {
        return isSimulated || NativeCalls.available().map(NativeCalls::fenceAll).orElse(false);
    }

    @Override
    public Executor thread() {
        return FileThreads.executor(locks.file());
    }

    /** Ends it. For after nothing of the session can write any more. */
    @Override
    public void close() {
        new Closing().then(control::endSession).then(alive::close).end();
    }
}
