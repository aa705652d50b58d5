package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Things without a name are counted in each world. */
class NameWorldsTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCountUnnamedChannelsAndScopesInEachRun(boolean virtual) {
        Simulations.check(SimulationOptions.defaults().runs(3).virtualThreads(virtual), simulation -> {
            assertThat(Channel.rendezvous()).hasToString("Channel[channel-1]");
            try (ProcessScope scope = ProcessScope.open(simulation.scheduler())) {
                assertThat(scope).hasToString("ProcessScope[scope-1]");
            }
            assertThat(Channel.buffered(1)).hasToString("Channel[channel-2]");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCountByTheJvmOutsideOfARun(boolean virtual) {
        Simulations.check(
                SimulationOptions.defaults().runs(1).virtualThreads(virtual), simulation -> Channel.rendezvous());
        assertThat(Channel.rendezvous().toString()).startsWith("Channel[#");
    }
}
