package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Histories that the parties of a simulation record. */
class HistoryTest {
    /** A counter: inputs are what is added; results are the sums. */
    private static final SequentialModel<Integer, Integer, Integer> COUNTER = new SequentialModel<>() {
        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public @Nullable Integer step(Integer state, Integer added, @Nullable Integer sum) {
            int after = state + added;
            return sum == null || sum == after ? Integer.valueOf(after) : null;
        }
    };

    private static void count(Simulation simulation, boolean atomic) {
        var history = new History<Integer, Integer>();
        int[] count = new int[1];
        for (int i = 0; i < 3; i++) {
            simulation.start(
                    "adder " + i,
                    () -> history.call(1, () -> {
                        Simulation.point(count);
                        int read = count[0];
                        if (!atomic) {
                            Simulation.point(count);
                        }
                        count[0] = read + 1;
                        return read + 1;
                    }));
        }
        simulation.run();
        assertThat(history.size()).isEqualTo(3);
        history.check(COUNTER);
    }

    @Test
    void shouldFindTheRunWhoseHistoryIsNotLinearizable() {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(
                        () -> Simulations.check(SimulationOptions.defaults(), simulation -> count(simulation, false)))
                .withMessageContainingAll("isn't linearizable", "adder 0", "= 1", "has no place in any order");
    }

    @Test
    void shouldAcceptWhatIsAtomic() {
        Simulations.check(SimulationOptions.defaults(), simulation -> count(simulation, true));
    }

    @Test
    void shouldTakeTheEffectOfAFailedOperationAsUnknown() throws IOException {
        var history = new History<Integer, Integer>();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> history.call(1, () -> {
                    throw new IOException("lost");
                }));
        history.check(COUNTER);
        history.call(1, () -> 2);
        history.check(COUNTER);
        history.call(1, () -> 4);
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> history.check(COUNTER));
    }

    @Test
    void shouldRefuseAReturnTwice() {
        var history = new History<Integer, Integer>();
        var call = history.begin("ada", 1);
        call.returned(1);
        assertThatIllegalStateException()
                .isThrownBy(() -> call.returned(2))
                .withMessage("1 of ada has returned 1 and can't return 2");
    }

    @Test
    void shouldRefuseNoSteps() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new History<Integer, Integer>().check(COUNTER, 0))
                .withMessage("maxSteps must be above zero, not 0");
    }

    @Test
    void shouldAcceptAnEmptyHistory() {
        new History<Optional<Integer>, Integer>().check(new SequentialModel<Integer, Optional<Integer>, Integer>() {
            @Override
            public Integer initial() {
                return 0;
            }

            @Override
            public @Nullable Integer step(Integer state, Optional<Integer> input, @Nullable Integer output) {
                return null;
            }
        });
    }
}
