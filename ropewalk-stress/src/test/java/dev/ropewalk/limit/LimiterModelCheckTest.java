package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.limit.permit.LimiterPermit;
import dev.ropewalk.scheduler.queue.ModelEffort;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A fixed limiter is linearizable: threads that acquire, begin to wait, release and set the limit together see what a counter
 * and a queue under one lock would show them, in some order.
 */
@Tag("model")
class LimiterModelCheckTest {
    @Test
    void shouldBeLinearizableInEachInterleavingTried() {
        new ModelCheckingOptions()
                .sequentialSpecification(Specification.class)
                .threads(3)
                .actorsPerThread(2)
                .iterations(ModelEffort.scenarios(2))
                .invocationsPerIteration(200)
                .check(Subject.class);
    }

    @Test
    void shouldBeLinearizableUnderStress() {
        new StressOptions()
                .sequentialSpecification(Specification.class)
                .threads(2)
                .actorsPerThread(4)
                .iterations(ModelEffort.scenarios(2))
                .invocationsPerIteration(200)
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

    /**
     * Two permits are held at the beginning, so that there is something to release, each by one thread at a time: who closes a
     * permit that another is just closing returns before it is free.
     */
    @Param(name = "limit", gen = IntGen.class, conf = "1:4")
    public static class Subject {
        private final Core core = new Core(2);
        private final LimiterPermit one = core.take();
        private final LimiterPermit other = core.take();

        @Operation
        public boolean tryAcquire() {
            return core.tryTake();
        }

        @Operation
        public boolean acquireOrWait() {
            return core.enterOrWait(new SilentWaiter<>());
        }

        @Operation(nonParallelGroup = "one")
        public void releaseOne() {
            one.close();
        }

        @Operation(nonParallelGroup = "other")
        public void releaseOther() {
            other.close();
        }

        @Operation
        public void setLimit(@Param(name = "limit") int limit) {
            core.setLimit(limit);
        }
    }

    /** The same without a common word and a lock. */
    @Param(name = "limit", gen = IntGen.class, conf = "1:4")
    public static class BrokenTwin {
        private final NaiveLimiter limiter = new NaiveLimiter(2, 2);
        private boolean oneReleased;
        private boolean otherReleased;

        @Operation
        public boolean tryAcquire() {
            return limiter.tryAcquire();
        }

        @Operation
        public boolean acquireOrWait() {
            return limiter.acquireAsync().isDone();
        }

        @Operation(nonParallelGroup = "one")
        public void releaseOne() {
            if (!oneReleased) {
                oneReleased = true;
                limiter.release();
            }
        }

        @Operation(nonParallelGroup = "other")
        public void releaseOther() {
            if (!otherReleased) {
                otherReleased = true;
                limiter.release();
            }
        }

        @Operation
        public void setLimit(@Param(name = "limit") int limit) {
            limiter.setLimit(limit);
        }
    }

    public static class Specification {
        private boolean oneReleased;
        private boolean otherReleased;
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

        public void releaseOne() {
            inFlight -= oneReleased ? 0 : 1;
            oneReleased = true;
            admit();
        }

        public void releaseOther() {
            inFlight -= otherReleased ? 0 : 1;
            otherReleased = true;
            admit();
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
