package dev.ropewalk.journal.files;

import dev.ropewalk.journal.TailHeldException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The right to claim the journal's end: any number of appenders of all processes have it together, or one of them has it alone.
 * It is a lock of the kernel. So an exclusive appender whose process is dead stands in no one's way, and one that lives never
 * loses the lock: however long it sleeps, no other claims the place that it is about to write to.
 *
 * <p>Thread-safe.
 */
public final class TailLock implements AutoCloseable {
    private static final long NO_SEGMENT = -1;
    // The task that ends a segment whose time is over holds it for a moment.
    public static final Duration PATIENCE = Duration.ofMillis(200);

    private final Path directory;
    private final LockFile locks;
    private final Duration patience;
    private final Set<Hold> holds = new HashSet<>();
    private @Nullable Hold owner;

    /** Takes the locks of a directory, and how long an exclusive appender waits for others to leave. */
    public TailLock(Path directory, LockFile locks, Duration patience) {
        this.directory = directory;
        this.locks = locks;
        this.patience = patience;
    }

    /**
     * Lets an appender claim beside others.
     *
     * @throws TailHeldException if one has the end alone
     */
    public Hold share() {
        return tryShare()
                .orElseThrow(() -> new TailHeldException("the journal in " + directory + " has an exclusive appender, "
                        + whereHeld() + ": no other can append"));
    }

    /** Lets an appender claim beside others; empty if another has the end alone. */
    public Optional<Hold> tryShare() {
        return take(true);
    }

    /**
     * Lets one appender claim alone.
     *
     * @throws TailHeldException if there are others
     */
    public Hold own() {
        return take(false)
                .orElseThrow(() -> new TailHeldException("the journal in " + directory + " has " + others() + ", "
                        + whereHeld() + ": none can be exclusive"));
    }

    /** Tells which kind of appender is open. What it says may have changed by now. */
    private String others() {
        Optional<LockFile.Hold> shared = locks.tryHold(LockFile.TAIL, true);
        shared.ifPresent(LockFile.Hold::close);
        return shared.isPresent() ? "other appenders" : "an exclusive appender";
    }

    private String whereHeld() {
        int here = locks.holdersHere(LockFile.TAIL);
        return here == 0 ? "in another process" : "in this process (" + here + " open)";
    }

    private Optional<Hold> take(boolean shared) {
        Optional<LockFile.Hold> lock =
                shared ? locks.tryHold(LockFile.TAIL, true) : locks.hold(LockFile.TAIL, false, patience);
        return lock.map(taken -> {
            var hold = new Hold(this, taken, !shared);
            synchronized (this) {
                holds.add(hold);
                owner = shared ? owner : hold;
            }
            return hold;
        });
    }

    /** Asks the one of this opening that has the end alone, if there is one, to end a segment before its next record. */
    public synchronized void askToEnd(long segment) {
        if (owner != null) {
            owner.segmentToEnd = segment;
        }
    }

    private synchronized void remove(Hold hold) {
        holds.remove(hold);
        if (hold.equals(owner)) {
            owner = null;
        }
    }

    /** Takes it from all appenders of this opening, which can't write any more. */
    @Override
    public void close() {
        List<Hold> left;
        synchronized (this) {
            left = List.copyOf(holds);
        }
        left.forEach(Hold::close);
    }

    /** The right to claim the end, until this is closed. */
    public static final class Hold implements AutoCloseable {
        /** For appenders that no lock keeps apart. */
        public static final Hold UNLOCKED = new Hold(null, null, false);

        private final @Nullable TailLock of;
        private final LockFile.@Nullable Hold lock;
        private final boolean alone;
        private volatile long segmentToEnd = NO_SEGMENT;

        private Hold(@Nullable TailLock of, LockFile.@Nullable Hold lock, boolean alone) {
            this.of = of;
            this.lock = lock;
            this.alone = alone;
        }

        /** Returns whether the holder is the only one that claims. */
        public boolean isAlone() {
            return alone;
        }

        /** Returns whether the time of this segment is over and the holder is to end it. */
        public boolean isToEnd(long segment) {
            return segmentToEnd == segment;
        }

        @Override
        public void close() {
            if (of != null && lock != null) {
                // In this order: a journal that is closed meanwhile waits here, since it closes the file next.
                lock.close();
                of.remove(this);
            }
        }
    }
}
