package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Waits by the JDK's own means, for which real time passes, too. */
class RealTimeWorldsTest {
    @Test
    void shouldWakeAThreadWhenATaskHasEndedLast() {
        Simulations.check(SimulationOptions.defaults().runs(200), simulation -> {
            Thread waiting = simulation.start("waits", () -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2)));
            simulation.scheduler().execute(() -> {});
            simulation.run();
            assertThat(waiting.isAlive()).isFalse();
        });
    }
}
