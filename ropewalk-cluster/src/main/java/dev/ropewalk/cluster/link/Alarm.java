package dev.ropewalk.cluster.link;

import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Does something again after a pause, which doubles from one to the next. Belongs to who has the turn. */
final class Alarm {
    private final Strand strand;
    private final Turn turn;
    private final Turn.Step ring = new Turn.Step(this::ring);
    private final Runnable bringRing = this::bringRing;
    private final Runnable task;
    private final Duration first;
    private final Duration max;
    private Duration pause;
    private @Nullable Timer timer;

    Alarm(Strand strand, Turn turn, Duration first, Duration max, Runnable task) {
        this.strand = strand;
        this.turn = turn;
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
            timer = strand.scheduler().schedule(strand, bringRing, pause);
        } catch (RejectedExecutionException closed) {
            turn.tellClosed();
            return;
        }
        Duration twice = pause.multipliedBy(2);
        pause = twice.compareTo(max) < 0 ? twice : max;
    }

    /** Needs no memory: an alarm that didn't ring would never be set again. */
    private void bringRing() {
        turn.executeInStrand(ring);
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
