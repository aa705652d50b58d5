package dev.ropewalk.sim.snippets;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The examples of the module's javadoc. */
class SimulationSnippets {
    @Test
    void options() {
        // @start region="options" :
        SimulationOptions options = SimulationOptions.defaults()
                .runs(10_000)
                .strategy(Strategy.randomWalk())
                .seed(42);
        // @end
        assertEquals(42, options.seed());
    }

    @Test
    void check() {
        // @start region="check" :
        Simulations.check(SimulationOptions.defaults().runs(1_000), simulation -> {
            Strand account = simulation.scheduler().newStrand();
            AtomicInteger balance = new AtomicInteger();
            account.execute(() -> balance.addAndGet(10));
            account.execute(() -> balance.addAndGet(-3));
            simulation.run();
            assertEquals(7, balance.get());
        });
        // @end
    }
}
