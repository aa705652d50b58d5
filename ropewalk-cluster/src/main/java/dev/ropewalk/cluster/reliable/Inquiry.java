package dev.ropewalk.cluster.reliable;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Asks what has become of messages when nothing is heard for long: the last resort, since whoever loses one says so. While nothing happens it asks less and less often. It has a timer only as long as something waits, and one round more.
 */
final class Inquiry {
    private static final Duration FIRST = Duration.ofSeconds(2);
    private static final Duration MAX = Duration.ofMinutes(1);

    private final Scheduler scheduler;
    private final Strand strand;
    private final Deliveries deliveries;
    private final Runnable ask;
    private @Nullable Timer timer;
    private Duration pause = FIRST;
    private long settled;
    private boolean isEnded;

    Inquiry(Scheduler scheduler, Deliveries deliveries, Runnable ask) {
        this.scheduler = scheduler;
        this.strand = scheduler.newStrand();
        this.deliveries = deliveries;
        this.ask = ask;
    }

    /** Returns the strand of timers. */
    Strand strand() {
        return strand;
    }

    /** Something was sent. */
    synchronized void begin() {
        if (timer == null && !isEnded) {
            pause = FIRST;
            settled = deliveries.settled();
            set();
        }
    }

    private void set() {
        try {
            timer = scheduler.schedule(strand, this::look, pause);
        } catch (RejectedExecutionException closing) {
            isEnded = true;
        }
    }

    private void look() {
        boolean mustAsk = true; // also if no timer can be set for want of memory: what is sent then sets it
        try {
            mustAsk = mustAsk();
        } finally {
            if (mustAsk) {
                ask.run();
            }
        }
    }

    private synchronized boolean mustAsk() {
        timer = null;
        if (isEnded || deliveries.waiting() == 0) {
            return false;
        }
        long now = deliveries.settled();
        boolean isStuck = now == settled;
        settled = now;
        Duration longer = pause.multipliedBy(2);
        pause = !isStuck ? FIRST : longer.compareTo(MAX) < 0 ? longer : MAX;
        set();
        return isStuck;
    }

    synchronized void end() {
        isEnded = true;
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }
}
