package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.ModelEffort;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * A fixed limiter is linearizable: threads that acquire, begin to wait, release and set the limit together see what a counter
 * and a queue under one lock would show them, in some order.
 */
class LimiterModelCheckTest {
    @Test
    void shouldBeLinearizableInEachInterleavingTried() {
        new ModelCheckingOptions()
                .sequentialSpecification(Specification.class)
                .threads(3)
                .actorsPerThread(2)
                .iterations(ModelEffort.scenarios(5))
                .invocationsPerIteration(500)
                .check(Subject.class);
    }

    @Test
    void shouldBeLinearizableUnderStress() {
        new StressOptions()
                .sequentialSpecification(Specification.class)
                .threads(2)
                .actorsPerThread(4)
                .iterations(ModelEffort.scenarios(5))
                .invocationsPerIteration(500)
                .check(Subject.class);
    }

    @Test
    void shouldCatchABrokenTwinInTheModel() {
        assertThatThrownBy(() -> new ModelCheckingOptions()
                        .sequentialSpecification(Specification.class)
                        .threads(2)
                        .actorsPerThread(3)
                        .minimizeFailedScenario(false)
                        .check(BrokenTwin.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    /** All permits are held at the beginning, so that there is something to release. */
    @Param(name = "limit", gen = IntGen.class, conf = "1:4")
    @Param(name = "held", gen = IntGen.class, conf = "0:1")
    public static class Subject {
        private final Core core = new Core(2);
        private final LimiterPermit[] held = {core.take(), core.take()};

        @Operation
        public boolean tryAcquire() {
            return core.tryTake();
        }

        @Operation
        public boolean acquireOrWait() {
            return core.enterOrWait(new SilentWaiter<>());
        }

        @Operation
        public void release(@Param(name = "held") int index) {
            held[index].close();
        }

        @Operation
        public void setLimit(@Param(name = "limit") int limit) {
            core.setLimit(limit);
        }
    }

    /** The same without a common word and a lock. */
    @Param(name = "limit", gen = IntGen.class, conf = "1:4")
    @Param(name = "held", gen = IntGen.class, conf = "0:1")
    public static class BrokenTwin {
        private final NaiveLimiter limiter = new NaiveLimiter(2, 2);
        private final AtomicIntegerArray released = new AtomicIntegerArray(2);

        @Operation
        public boolean tryAcquire() {
            return limiter.tryAcquire();
        }

        @Operation
        public boolean acquireOrWait() {
            return limiter.acquireAsync().isDone();
        }

        @Operation
        public void release(@Param(name = "held") int index) {
            if (released.compareAndSet(index, 0, 1)) {
                limiter.release();
            }
        }

        @Operation
        public void setLimit(@Param(name = "limit") int limit) {
            limiter.setLimit(limit);
        }
    }

    public static class Specification {
        private final boolean[] released = new boolean[2];
        private int limit = 2;
        private int inFlight = 2;
        private int waiting;

        public boolean tryAcquire() {
            boolean free = inFlight < limit;
            inFlight += free ? 1 : 0;
            return free;
        }

        public boolean acquireOrWait() {
            boolean admitted = tryAcquire();
            waiting += admitted ? 0 : 1;
            return admitted;
        }

        public void release(int index) {
            if (!released[index]) {
                released[index] = true;
                inFlight--;
                admit();
            }
        }

        public void setLimit(int next) {
            limit = next;
            admit();
        }

        private void admit() {
            while (waiting > 0 && inFlight < limit) {
                waiting--;
                inFlight++;
            }
        }
    }
}
