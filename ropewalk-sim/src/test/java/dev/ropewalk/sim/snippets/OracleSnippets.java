package dev.ropewalk.sim.snippets;

import dev.ropewalk.sim.History;
import dev.ropewalk.sim.SequentialModel;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The examples of the javadoc of what judges runs. */
class OracleSnippets {
    @Test
    void linearizability() {
        // @start region="model" :
        // A register: an input is what is written, or empty for a read, which returns the last value.
        SequentialModel<Integer, Optional<Integer>, Integer> register = new SequentialModel<>() {
            @Override
            public Integer initial() {
                return 0;
            }

            @Override
            public @Nullable Integer step(Integer state, Optional<Integer> written, @Nullable Integer read) {
                if (written.isPresent()) {
                    return written.get();
                }
                return read == null || read.equals(state) ? state : null;
            }
        };
        // @end
        Simulations.check(SimulationOptions.defaults(), simulation -> {
            var value = new AtomicInteger();
            // @start region="history" :
            History<Optional<Integer>, Integer> history = new History<>();
            simulation.start(
                    "writer",
                    () -> history.call(Optional.of(1), () -> {
                        value.set(1);
                        return 1;
                    }));
            simulation.start("reader", () -> history.call(Optional.empty(), value::get));
            simulation.run();
            history.check(register);
            // @end
        });
    }
}
