package dev.ropewalk.cluster.outbox;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.cluster.OutboxException;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The log of an outbox, as its lanes use it: what they append, which of it they need, and the position, behind which the next opening needs nothing. Its monitor is the lock of the outbox: all that changes what is in here, in {@link Lanes} or in a {@link Lane} holds it. Under it
 * nothing is told to actors or users, and no sender begins or ends.
 *
 * <p>Why nothing that is needed lies behind the position: a lane is pinned at the end of the log before its message is appended, and moves on only when it has said that the message was handled.
 */
final class Ledger {
    /** How many records the position may lag behind: less than a segment has, mostly. */
    private static final long LAG = 256;

    private final OutboxLog log;
    private final String name;
    private final LimitedLog failures;
    private final Pins pins = new Pins();
    private final AtomicLong waiting = new AtomicLong();

    /** The index behind the last record. */
    private long end;

    /** What couldn't be done, and why; null if that was logged. */
    private String refused = "";

    private @Nullable Throwable failure;

    private volatile boolean isClosed;

    Ledger(OutboxLog log, String name, LimitedLog failures) {
        this.log = log;
        this.name = name;
        this.failures = failures;
    }

    /** Notes that this is opened, and returns the index behind the last record. */
    synchronized long open(long openings) {
        end = log.append(Stored.opened(openings)) + 1;
        return end;
    }

    // What lanes do

    /** A lane begins, of so many. */
    void enter(Lane<?, ?> lane, int lanes) {
        pins.reserve(lanes);
        waiting.addAndGet(lane.waiting());
        repin(lane);
    }

    /**
     * Appends a message, whose number is the next one of its lane, and returns its index.
     *
     * @throws OutboxException if it isn't there
     */
    long append(Lane<?, ?> lane, byte[] record) {
        boolean isAppended = false;
        try {
            pins.pin(lane, lane.pin < 0 ? end : lane.pin);
            long index = log.append(record);
            isAppended = true;
            end = index + 1;
            waiting.incrementAndGet();
            return index;
        } catch (RuntimeException failed) {
            throw new OutboxException(
                    "a message of " + record.length + " bytes to "
                            + lane.entity().path() + " can't be stored in " + name + ": " + failed.getMessage(),
                    failed);
        } finally {
            if (!isAppended) {
                repin(lane);
            }
        }
    }

    /** All messages of a lane before a number were handled; returns whether that is news. */
    boolean handled(Lane<?, ?> lane, long before) {
        long count = isClosed ? 0 : lane.handled(before);
        if (count == 0) {
            return false;
        }
        try {
            note(lane);
        } finally { // whatever the log throws: it is handled
            repin(lane);
            try {
                movePosition(LAG);
            } finally {
                waiting.addAndGet(-count); // last, since it is looked at without the lock
            }
        }
        return true;
    }

    /** Writes what was handled. If that fails, it is sent again after the next opening. */
    private void note(Lane<?, ?> lane) {
        try {
            end = log.append(Stored.handled(lane.id, lane.handled())) + 1;
        } catch (RuntimeException | OutOfMemoryError failed) {
            keep("note what was handled", failed);
        }
    }

    /** What a lane needs has changed. */
    void repin(Lane<?, ?> lane) {
        pins.pin(lane, lane.firstIndex());
    }

    /** Hands out the lanes that have messages. */
    void forEachWaiting(Consumer<? super Lane<?, ?>> each) {
        pins.forEach(each);
    }

    /** Moves the position if it lags behind so much. */
    private void movePosition(long lag) {
        long needed = pins.oldest(end);
        if (needed - log.position() >= lag) {
            try {
                log.position(needed);
            } catch (RuntimeException | OutOfMemoryError failed) {
                keep("move its position", failed);
            }
        }
    }

    private void keep(String what, Throwable failed) {
        refused = what;
        failure = failed;
    }

    /** Logs what was refused last. Called without the lock, since a user's logger may do anything. */
    void complain() {
        String what;
        Throwable failed;
        synchronized (this) {
            what = refused;
            failed = failure;
            failure = null;
        }
        if (failed != null) {
            failures.log(Level.WARNING, () -> name + " can't " + what + ": " + failed, failed);
        }
    }

    // Looking, with the lock or without

    /** Returns how many messages weren't handled. */
    long waiting() {
        return waiting.get();
    }

    /** Returns the index of the first record that is kept. */
    synchronized long position() {
        return log.position();
    }

    /** Returns where a new lane begins. */
    synchronized long end() {
        return end;
    }

    boolean isClosed() {
        return isClosed;
    }

    void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException(name + " is closed");
        }
    }

    /**
     * Returns when all that was appended before is on the disk.
     *
     * @throws OutboxException if that fails
     */
    void force(Lane<?, ?> lane) {
        try {
            log.force();
        } catch (RuntimeException failed) {
            throw new OutboxException(
                    "it isn't known whether a message to " + lane.entity().path() + " is on the disk: it is in " + name
                            + ", which can't be forced: " + failed.getMessage(),
                    failed);
        }
    }

    // The end

    /** Takes nothing more; returns whether it has until now. */
    boolean close() {
        boolean wasOpen = !isClosed;
        isClosed = true;
        return wasOpen;
    }

    /** Writes all to the disk. */
    void settle() {
        synchronized (this) {
            movePosition(1);
        }
        log.force();
    }
}
