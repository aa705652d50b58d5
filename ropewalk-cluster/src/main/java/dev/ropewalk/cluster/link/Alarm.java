package dev.ropewalk.cluster.link;

import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Calls something again after a pause, which doubles from one to the next. Belongs to the strand. */
final class Alarm {
    private final Strand strand;
    private final Runnable task;
    private final Duration first;
    private final Duration max;
    private Duration pause;
    private @Nullable Timer timer;

    Alarm(Strand strand, Duration first, Duration max, Runnable task) {
        this.strand = strand;
        this.task = task;
        this.first = first;
        this.max = max;
        pause = first;
    }

    /** Sets it unless it is set. */
    void set() {
        if (timer != null) {
            return;
        }
        try {
            timer = strand.scheduler().schedule(strand, this::ring, pause);
        } catch (RejectedExecutionException closed) {
            return; // nothing is sent any more
        }
        Duration twice = pause.multipliedBy(2);
        pause = twice.compareTo(max) < 0 ? twice : max;
    }

    private void ring() {
        timer = null;
        task.run();
    }

    /** The next pause is a short one again. */
    void reset() {
        pause = first;
    }

    void cancel() {
        Timer set = timer;
        if (set != null) {
            boolean ignored = set.cancel();
        }
    }
}
