package dev.ropewalk.pipeline.sequence;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.queue.ModelEffort;
import java.util.ArrayDeque;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A ring of two places with its sequencer behaves like a bounded queue that is locked, with any number of producers and one
 * stage, which sees aborted claims in their turn. The stage repeats while the next sequence is claimed and not ready yet.
 */
@Tag("model")
class SequencerModelTest {
    private static final int CAPACITY = 2;
    private static final int ABORTED = Integer.MIN_VALUE;
    /** Many scenarios with few interleavings each: a twin fails in many interleavings of the scenarios that show its flaw. */
    private static final int TWIN_INVOCATIONS = 500;

    private static final int TWIN_SCENARIOS = 1_000;

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

    @ParameterizedTest
    @EnumSource(names = {"CLAIM_WITHOUT_CAS", "CLAIM_WITHOUT_LOOK", "STATE_WITHOUT_LAP"})
    void shouldCatchBrokenTwinsInTheModel(BrokenSequencer.Flaw flaw) {
        Class<?> twin = switch (flaw) {
            case CLAIM_WITHOUT_CAS -> ClaimWithoutCas.class;
            case CLAIM_WITHOUT_LOOK -> ClaimWithoutLook.class;
            default -> StateWithoutLap.class;
        };
        assertThatThrownBy(() -> new ModelCheckingOptions()
                        .sequentialSpecification(Specification.class)
                        .threads(2)
                        .actorsBefore(2)
                        .actorsPerThread(3)
                        .actorsAfter(1)
                        .invocationsPerIteration(TWIN_INVOCATIONS)
                        .iterations(TWIN_SCENARIOS)
                        .minimizeFailedScenario(false)
                        .check(twin))
                .isInstanceOf(LincheckAssertionError.class);
    }

    public static class Subject {
        private final Sequence stage = new Sequence(Sequence.BEFORE_FIRST);
        private final MultiProducerSequencer sequencer = new MultiProducerSequencer(CAPACITY);
        private final ConsumedCache consumed = new ConsumedCache();
        private final int[] events = new int[CAPACITY];

        public Subject() {
            sequencer.gateOn(new Sequence[] {stage});
        }

        @Operation
        public long publish(int item) {
            long sequence = sequencer.tryClaim(1, consumed);
            if (sequence != Sequencer.FULL) {
                events[(int) sequence % CAPACITY] = item;
                sequencer.publish(sequence, sequence);
            }
            return sequence;
        }

        @Operation
        public long abort() {
            long sequence = sequencer.tryClaim(1, consumed);
            if (sequence != Sequencer.FULL) {
                sequencer.abort(sequence, sequence);
            }
            return sequence;
        }

        @Operation(nonParallelGroup = "stage")
        public @Nullable Integer handle() {
            long next = stage.own() + 1;
            while (sequencer.ready(next, next) < next) {
                if (sequencer.claimed() < next) {
                    return null;
                }
                Thread.onSpinWait();
            }
            boolean aborted = next <= sequencer.lastAborted() && sequencer.isAborted(next);
            int item = aborted ? ABORTED : events[(int) next % CAPACITY];
            stage.set(next);
            return item;
        }
    }

    /** The same with a sequencer that has a flaw. */
    public abstract static class Twin {
        private final BrokenSequencer sequencer;
        private final int[] events = new int[CAPACITY];
        private long next;

        Twin(BrokenSequencer.Flaw flaw) {
            sequencer = new BrokenSequencer(CAPACITY, flaw);
        }

        @Operation
        public long publish(int item) {
            long sequence = sequencer.tryClaim();
            if (sequence != Sequencer.FULL) {
                sequencer.publish(sequence, () -> events[(int) sequence % CAPACITY] = item);
            }
            return sequence;
        }

        @Operation
        public long abort() {
            long sequence = sequencer.tryClaim();
            if (sequence != Sequencer.FULL) {
                sequencer.abort(sequence);
            }
            return sequence;
        }

        @Operation(nonParallelGroup = "stage")
        public @Nullable Integer handle() {
            while (!sequencer.isReady(next)) {
                if (sequencer.claimed() < next) {
                    return null;
                }
                Thread.onSpinWait();
            }
            int item = sequencer.isAborted(next) ? ABORTED : events[(int) next % CAPACITY];
            sequencer.done(next);
            next++;
            return item;
        }
    }

    public static class ClaimWithoutCas extends Twin {
        public ClaimWithoutCas() {
            super(BrokenSequencer.Flaw.CLAIM_WITHOUT_CAS);
        }
    }

    public static class ClaimWithoutLook extends Twin {
        public ClaimWithoutLook() {
            super(BrokenSequencer.Flaw.CLAIM_WITHOUT_LOOK);
        }
    }

    public static class StateWithoutLap extends Twin {
        public StateWithoutLap() {
            super(BrokenSequencer.Flaw.STATE_WITHOUT_LAP);
        }
    }

    public static class Specification {
        private final ArrayDeque<Integer> items = new ArrayDeque<>();
        private long claimed;

        public long publish(int item) {
            if (items.size() == CAPACITY) {
                return Sequencer.FULL;
            }
            items.addLast(item);
            return claimed++;
        }

        public long abort() {
            return publish(ABORTED);
        }

        public @Nullable Integer handle() {
            return items.pollFirst();
        }
    }
}
