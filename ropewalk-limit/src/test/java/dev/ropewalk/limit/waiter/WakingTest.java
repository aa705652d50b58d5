package dev.ropewalk.limit.waiter;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.limit.budget.Admission;
import dev.ropewalk.limit.budget.Request;
import dev.ropewalk.limit.budget.ResourceBudget;
import dev.ropewalk.limit.permit.LimiterCore;
import dev.ropewalk.limit.permit.LimiterPermit;
import dev.ropewalk.limit.permit.Partition;
import dev.ropewalk.limit.permit.Place;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Between what is granted and its owner's waking nothing may go wrong. */
@Timeout(30)
class WakingTest {
    private static final int ROUNDS = 20_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final List<String> woken = new ArrayList<>();

    private final class Named extends CallbackWaiter<String> {
        private final String name;
        private final Runnable act;

        Named(String name, Runnable act) {
            this.name = name;
            this.act = act;
        }

        @Override
        protected void wake() {
            woken.add(name);
            act.run();
        }
    }

    @Test
    void shouldWakeTheNextThoughTheCodeOfOneThrows() throws InterruptedException {
        AtomicReference<@Nullable Throwable> reported = new AtomicReference<>();
        Thread thread = Thread.ofPlatform()
                .uncaughtExceptionHandler((ignored, thrown) -> reported.set(thrown))
                .start(() -> Waking.wake(new Named("first", () -> {
                    Waking.wake(new Named("second", () -> {}));
                    throw new StackOverflowError("a test");
                })));
        assertThat(thread.join(Duration.ofSeconds(20))).isTrue();

        assertThat(woken).containsExactly("first", "second");
        assertThat(reported.get()).isInstanceOf(StackOverflowError.class);
    }

    @Test
    void shouldWakeThoseThatComeMeanwhileAfterwards() {
        Waking.wake(new Named("first", () -> {
            Waking.wake(new Named("second", () -> Waking.wake(new Named("fourth", () -> {}))));
            Waking.wake(new Named("third", () -> {}));
            woken.add("end of first");
        }));

        assertThat(woken).containsExactly("first", "end of first", "second", "third", "fourth");
    }

    /** What is not allocated can't fail with an OutOfMemoryError, which would lose the slot. */
    @Test
    void shouldHandOverASlotWithoutMemory() {
        var partition = new Partition("", 1, 0, false);
        var core = new LimiterCore("core", 1, null, thrown -> true, Integer.MAX_VALUE, List.of(partition));
        LimiterPermit held = core.tryTake(partition);
        List<ThreadWaiter<Permit>> waiters = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            var waiter = new ThreadWaiter<Permit>("a slot");
            core.enter(new Place(waiter, partition));
            waiters.add(waiter);
        }

        long allocated = allocatedByEach(i -> {
            Permit next =
                    Objects.requireNonNull(i == 0 ? held : waiters.get(i - 1).granted());
            next.close();
        });

        assertThat(waiters.getLast().isGranted()).isTrue();
        assertThat(allocated).isZero();
    }

    @Test
    void shouldHandOverWhatABudgetHasWithoutMemory() throws InterruptedException {
        Budget budget = Budget.builder().resource("calls", 1).build();
        Admission admission = ResourceBudget.of(budget).admission();
        Request request = ResourceBudget.of(budget).resolve(Demand.of("calls", 1));
        Grant held = budget.acquire(Demand.of("calls", 1));
        List<ThreadWaiter<Grant>> waiters = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            var waiter = new ThreadWaiter<Grant>("a call");
            admission.enter(request, waiter);
            waiters.add(waiter);
        }

        long allocated = allocatedByEach(i -> {
            Grant next =
                    Objects.requireNonNull(i == 0 ? held : waiters.get(i - 1).granted());
            next.close();
        });

        assertThat(waiters.getLast().isGranted()).isTrue();
        assertThat(allocated).isZero();
    }

    private interface Step {
        void run(int round);
    }

    /** Returns the least that a hundred steps in a row have allocated: what the JVM does now and then by itself isn't theirs. */
    private static long allocatedByEach(Step step) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i + 100 <= ROUNDS; i += 100) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int j = 0; j < 100; j++) {
                step.run(i + j);
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
