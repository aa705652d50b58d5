package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Threads that read one clock, and see whether it runs backwards for one of them or from one to the next. */
public final class TimeOrder {
    private final NanoClock clock;
    private volatile long latest = Long.MIN_VALUE;

    public TimeOrder(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * Lets the threads read.
     *
     * @param tolerance by how much a thread may be behind what another one saw before
     */
    public void check(int threads, int readings, long tolerance) throws Exception {
        List<FutureTask<Long>> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            var task = new FutureTask<>(() -> largestLag(readings));
            tasks.add(task);
            Thread.ofPlatform().daemon().start(task);
        }
        for (FutureTask<Long> task : tasks) {
            assertThat(task.get(30, TimeUnit.SECONDS))
                    .as("by how many ns one thread's clock was behind another's")
                    .isLessThanOrEqualTo(tolerance);
        }
    }

    private long largestLag(int readings) {
        long largest = Long.MIN_VALUE;
        long own = Long.MIN_VALUE;
        for (int i = 0; i < readings; i++) {
            long others = latest;
            long time = clock.nanoTime();
            assertThat(time >= own).as("%d follows %d in one thread", time, own).isTrue();
            own = time;
            if (others != Long.MIN_VALUE) {
                largest = Math.max(largest, others - time);
            }
            latest = time;
        }
        return largest;
    }
}
