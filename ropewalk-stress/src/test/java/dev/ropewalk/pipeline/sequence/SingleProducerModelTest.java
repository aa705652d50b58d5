package dev.ropewalk.pipeline.sequence;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.pipeline.Word;
import dev.ropewalk.scheduler.queue.ModelEffort;
import java.util.ArrayDeque;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A single producer and a stage see each other's steps as if the ring were locked: no event is lost, changed or made up. */
@Tag("model")
class SingleProducerModelTest {
    private static final int CAPACITY = 2;

    @Test
    void shouldBeLinearizableInEachInterleavingTried() {
        new ModelCheckingOptions()
                .sequentialSpecification(Specification.class)
                .threads(2)
                .actorsPerThread(4)
                .iterations(ModelEffort.scenarios(5))
                .invocationsPerIteration(1_000)
                .check(Subject.class);
    }

    @Test
    void shouldBeLinearizableUnderStress() {
        new StressOptions()
                .sequentialSpecification(Specification.class)
                .threads(2)
                .actorsPerThread(5)
                .iterations(ModelEffort.scenarios(5))
                .invocationsPerIteration(500)
                .check(Subject.class);
    }

    @Test
    void shouldCatchABrokenTwinInTheModel() {
        assertThatThrownBy(() -> new ModelCheckingOptions()
                        .sequentialSpecification(Specification.class)
                        .threads(2)
                        .actorsPerThread(4)
                        .minimizeFailedScenario(false)
                        .check(BrokenTwin.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    /** A ring with a producer, and a stage whose sequence holds it up. */
    abstract static class Line {
        private final Sequencer sequencer;
        private final ConsumedCache consumed = new ConsumedCache();
        private final Sequence done = new Sequence(Sequence.BEFORE_FIRST);
        private final Word[] ring = {new Word(), new Word()};

        Line(Sequencer sequencer) {
            this.sequencer = sequencer;
            sequencer.gateOn(new Sequence[] {done});
        }

        @Operation(nonParallelGroup = "producer")
        public boolean publish(int value) {
            long sequence = sequencer.tryClaim(1, consumed);
            if (sequence == Sequencer.FULL) {
                return false;
            }
            ring[(int) sequence % CAPACITY].value = value;
            sequencer.publish(sequence, sequence);
            return true;
        }

        @Operation(nonParallelGroup = "producer")
        public boolean abort() {
            long sequence = sequencer.tryClaim(1, consumed);
            if (sequence == Sequencer.FULL) {
                return false;
            }
            sequencer.abort(sequence, sequence);
            return true;
        }

        @Operation(nonParallelGroup = "stage")
        public String handle() {
            long next = done.own() + 1;
            if (sequencer.ready(next, next) < next) {
                return "nothing";
            }
            String seen = new Barrier(sequencer).lastEvent(next, next) < next
                    ? "aborted"
                    : Long.toString(ring[(int) next % CAPACITY].value);
            done.set(next);
            return seen;
        }
    }

    public static class Subject extends Line {
        public Subject() {
            super(new SingleProducerSequencer(CAPACITY));
        }
    }

    /** Shows events before the marks of those that are aborted. */
    public static class BrokenTwin extends Line {
        public BrokenTwin() {
            super(new BrokenSingleSequencer(CAPACITY, BrokenSingleSequencer.Flaw.CURSOR_BEFORE_MARK));
        }
    }

    public static class Specification {
        private final ArrayDeque<String> events = new ArrayDeque<>();

        public boolean publish(int value) {
            return add(Integer.toString(value));
        }

        public boolean abort() {
            return add("aborted");
        }

        private boolean add(String event) {
            return events.size() < CAPACITY && events.add(event);
        }

        public String handle() {
            String first = events.pollFirst();
            return first == null ? "nothing" : first;
        }
    }
}
