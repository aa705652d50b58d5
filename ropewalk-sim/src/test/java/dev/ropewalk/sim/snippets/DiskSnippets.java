package dev.ropewalk.sim.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.sim.SimulatedDisk;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DiskSnippets {
    @Test
    void power() {
        Simulations.check(SimulationOptions.defaults(), simulation -> {
            // @start region="power" :
            SimulatedDisk disk = simulation.disk();
            SimulatedDisk[] left = {disk};
            simulation.start("power", () -> left[0] = disk.afterPowerCut());
            Files.writeString(disk.path("/note"), "paid");
            simulation.run();
            Path note = left[0].path("/note");
            check(!Files.exists(note) || Files.readString(note).length() <= 4);
            // @end
        });
    }

    private static void check(boolean condition) throws IOException {
        assertThat(condition).isTrue();
    }
}
