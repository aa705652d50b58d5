package dev.ropewalk.cluster.outbox;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads messages that are in the log alone, for lanes whose windows have room again: onwards for all that it comes by, and from further back for those that it has passed. It runs on a strand, some records at a time.
 *
 * <p>Why it comes to its end: each turn moves on what it reads for, since a lane whose message wasn't there isn't read for there again.
 */
final class Sweep {
    private static final int RECORDS = 512;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Loader loader;
    private final Scheduler scheduler;
    private final Strand strand;
    private final OutboxLog.Reader reader;
    private final String name;
    private final LimitedLog failures;
    private final AtomicBoolean isDue = new AtomicBoolean();
    private final OutboxLog.Visitor visitor = this::visit;

    /** Whether the lane of the record that was read last takes no more. */
    private boolean mustLook;

    /** Whether it looks again later by itself. */
    private boolean isWaiting;

    Sweep(Loader loader, Scheduler scheduler, OutboxLog.Reader reader, String name, LimitedLog failures) {
        this.loader = loader;
        this.scheduler = scheduler;
        this.strand = scheduler.newStrand();
        this.reader = reader;
        this.name = name;
        this.failures = failures;
    }

    /** Has it look whether there is something to read. Called without locks. */
    void look() {
        if (isDue.compareAndSet(false, true)) {
            boolean isAsked = false;
            try {
                strand.execute(this::turn);
                isAsked = true;
            } catch (RejectedExecutionException closing) {
                // nothing is sent any more
            } finally {
                if (!isAsked) {
                    isDue.set(false);
                }
            }
        }
    }

    private void turn() {
        isDue.set(false);
        boolean mustGoOn = false;
        try {
            synchronized (this) {
                mustGoOn = !loader.isClosed() && readStretch();
            }
            if (loader.hasStuck()) {
                lookLater();
            }
        } catch (Throwable failed) { // whatever a user's codec throws, too
            failures.log(Level.ERROR, () -> name + " can't be read: " + failed + "; what is in it waits", failed);
            lookLater();
        }
        if (mustGoOn) {
            look();
        }
    }

    private void lookLater() {
        if (isWaiting) {
            return;
        }
        try {
            var ignored = scheduler.schedule(strand, this::lookAgain, PAUSE);
            isWaiting = true;
        } catch (RejectedExecutionException closing) {
            // nothing is sent any more
        }
    }

    private void lookAgain() {
        isWaiting = false;
        loader.unstick();
        look();
    }

    /** Returns whether something was read. */
    private boolean readStretch() {
        OptionalLong from = loader.seek(reader.index());
        if (from.isEmpty()) {
            return false;
        }
        if (from.getAsLong() < reader.index() || reader.index() < loader.position()) {
            reader.seek(from.getAsLong());
        }
        long begin = reader.index();
        boolean hasRead = readOn() > 0;
        loader.passed(begin, reader.index());
        return hasRead;
    }

    private int readOn() {
        int count = 0;
        mustLook = false;
        while (count < RECORDS && !mustLook && reader.poll(visitor, 1) > 0) {
            count++;
        }
        return count;
    }

    private void visit(byte[] bytes, int length, long index) {
        mustLook = Stored.isMessage(bytes) && loader.visit(bytes, length, index);
    }

    /** Ends it; returns when it doesn't read any more. */
    synchronized void end() {
        reader.close();
    }
}
