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

/**
 * The inbox behaves like a queue that is locked, with any number of producers and one taker at a time. The taker repeats
 * as long as the inbox isn't empty, as a worker does: a single {@link Inbox#poll} may find nothing while a put is under way.
 */
@Tag("model")
class InboxModelTest {
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

    public static class Subject {
        private final Inbox inbox = new Inbox();

        @Operation
        public void put(int item) {
            inbox.put(Items.node(item));
        }

        @Operation(nonParallelGroup = "taker")
        public @Nullable Object take() {
            Object item = inbox.poll();
            while (item == null && !inbox.isEmpty()) {
                Thread.onSpinWait();
                item = inbox.poll();
            }
            return item;
        }
    }

    /** An inbox that hides a node when it puts its stub behind the last one while a producer does the same. */
    public static class BrokenTwin {
        private final BrokenInbox inbox = new BrokenInbox(BrokenInbox.Flaw.STUB_BY_EXCHANGE);

        @Operation
        public void put(int item) {
            inbox.put(Items.node(item));
        }

        @Operation(nonParallelGroup = "taker")
        public @Nullable Object take() {
            Object item = inbox.poll();
            while (item == null && !inbox.isEmpty()) {
                Thread.onSpinWait();
                item = inbox.poll();
            }
            return item;
        }
    }

    public static class Specification {
        private final ArrayDeque<Integer> items = new ArrayDeque<>();

        public void put(int item) {
            items.addLast(item);
        }

        public @Nullable Object take() {
            return items.pollFirst();
        }
    }
}
