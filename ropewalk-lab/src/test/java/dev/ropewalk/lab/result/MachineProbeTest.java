package dev.ropewalk.lab.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineProbeTest {
    @TempDir
    private Path root;

    @Test
    void shouldReadTheModelAndTheCaches() throws IOException {
        write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Fast CPU @ 3 GHz\n");
        cache(0, "1", "Data", "48K", "0");
        cache(1, "3", "Unified", "32768K", "0-3");

        var probe = new MachineProbe(root);

        assertThat(probe.cpu()).isEqualTo("Fast CPU @ 3 GHz");
        assertThat(probe.caches()).containsExactly("L1d 48 KiB (CPUs 0)", "L3 32 MiB (CPUs 0-3)");
    }

    @Test
    void shouldDoWithoutWhatTheSystemDoesNotTell() {
        var probe = new MachineProbe(root);

        assertThat(probe.cpu()).startsWith("unknown ");
        assertThat(probe.caches()).isEmpty();
    }

    @Test
    void shouldDescribeThisMachine() {
        Machine machine = MachineProbe.describe(List.of("-Xmx1g"));

        assertThat(machine.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(machine.memory()).matches("\\d+\\.\\d GiB");
        assertThat(machine.jdk()).contains(System.getProperty("java.runtime.version"));
        assertThat(machine.flags()).containsExactly("-Xmx1g");
    }

    private void cache(int index, String level, String type, String size, String sharers) throws IOException {
        String folder = "sys/devices/system/cpu/cpu0/cache/index" + index + "/";
        write(folder + "level", level + "\n");
        write(folder + "type", type + "\n");
        write(folder + "size", size + "\n");
        write(folder + "shared_cpu_list", sharers + "\n");
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
