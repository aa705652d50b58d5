package dev.ropewalk.sim.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class UnblockerFenceTest {
    private static WeakReference<UnblockerFence> passAndClose() {
        var fence = new UnblockerFence();
        fence.pass();
        fence.pass();
        fence.close();
        return new WeakReference<>(fence);
    }

    /** The JDK knows all virtual threads that haven't ended, and what they reach. */
    @Test
    void shouldBeGarbageOnceClosed() {
        WeakReference<UnblockerFence> closed = passAndClose();
        long begin = System.nanoTime();
        while (!closed.refersTo(null)) {
            assertThat(System.nanoTime() - begin)
                    .as("time until it is collected")
                    .isLessThan(60_000_000_000L);
            System.gc();
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void shouldServeALaneForAllItsWorlds() {
        boolean same = Lane.call(
                "lane",
                () -> {
                    var thread = (WorldThread) Thread.currentThread();
                    UnblockerFence fence = thread.fence();
                    return fence.equals(thread.fence());
                },
                new Watchdog(60_000_000_000L, Halt.after(Long.MAX_VALUE)));
        assertThat(same).isTrue();
    }
}
