package dev.ropewalk.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.atomic.AtomicBoolean;

/** What code notices of the place where it runs. */
final class Serial {
    private final AtomicBoolean busy = new AtomicBoolean();

    /** Fails if another thread is here, too. */
    void pass() {
        assertThat(busy.getAndSet(true)).isFalse();
        Thread.onSpinWait();
        busy.set(false);
    }

    /** Returns whether a scheduler's worker runs the calling code. */
    static boolean isOn(Scheduler scheduler) {
        return Scheduler.current().filter(scheduler::equals).isPresent();
    }
}
