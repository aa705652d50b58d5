package dev.ropewalk.scheduler.queue;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The deque behaves like one that is locked: its owner at the one end, any number of thieves at the other. */
@Tag("model")
class DequeModelTest {
    @Test
    void shouldBeLinearizableInEachInterleavingTried() {
        new ModelCheckingOptions()
                .sequentialSpecification(Specification.class)
                .threads(3)
                .actorsPerThread(3)
                .iterations(ModelEffort.scenarios(3))
                .invocationsPerIteration(1_000)
                .check(Subject.class);
    }

    @Test
    void shouldBeLinearizableUnderStress() {
        new StressOptions()
                .sequentialSpecification(Specification.class)
                .threads(2)
                .iterations(ModelEffort.scenarios(3))
                .invocationsPerIteration(1_000)
                .check(Subject.class);
    }

    @Test
    void shouldCatchABrokenTwinInTheModel() {
        assertThatThrownBy(() -> new ModelCheckingOptions()
                        .sequentialSpecification(Specification.class)
                        .threads(2)
                        .actorsBefore(1)
                        .actorsPerThread(2)
                        .actorsAfter(1)
                        .minimizeFailedScenario(false)
                        .check(BrokenTwin.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    @Test
    void shouldCatchABrokenTwinUnderStress() {
        assertThatThrownBy(() -> new StressOptions()
                        .sequentialSpecification(Specification.class)
                        .threads(2)
                        .actorsBefore(1)
                        .actorsPerThread(2)
                        .actorsAfter(0)
                        .invocationsPerIteration(1_000)
                        .minimizeFailedScenario(false)
                        .check(BrokenTwin.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    /** The real deque, so small that it grows. */
    public static class Subject {
        private final WorkDeque deque = new WorkDeque(2);

        @Operation(nonParallelGroup = "owner")
        public void push(int item) {
            deque.push(item);
        }

        @Operation(nonParallelGroup = "owner")
        public @Nullable Object pop() {
            return deque.pop();
        }

        @Operation
        public @Nullable Object poll() {
            return deque.poll();
        }
    }

    /** A deque whose owner takes the last item without compare-and-set. */
    public static class BrokenTwin {
        private final BrokenDeque deque = new BrokenDeque(BrokenDeque.Flaw.POP_WITHOUT_CAS);

        @Operation(nonParallelGroup = "owner")
        public void push(int item) {
            deque.push(item);
        }

        @Operation(nonParallelGroup = "owner")
        public @Nullable Object pop() {
            return deque.pop();
        }

        @Operation
        public @Nullable Object poll() {
            return deque.poll();
        }
    }

    public static class Specification {
        private final ArrayDeque<Integer> items = new ArrayDeque<>();

        public void push(int item) {
            items.addLast(item);
        }

        public @Nullable Object pop() {
            return items.pollLast();
        }

        public @Nullable Object poll() {
            return items.pollFirst();
        }
    }
}
