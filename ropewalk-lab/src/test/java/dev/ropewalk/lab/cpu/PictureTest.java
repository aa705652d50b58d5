package dev.ropewalk.lab.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureTest {
    @TempDir
    private Path root;

    @Test
    void shouldDrawTwoSocketsWithHyperThreadsAndWhatTheyAreUsedFor() throws IOException {
        MachineTree tree = MachineTree.recorded("two-sockets-smt", root)
                .allowed("0-2,4-5")
                .cpuFile("cpu0/cache/index3/size", "32768K")
                .cpuFile("cpu2/cache/index3/size", "1536K");
        assertThat(picture(tree, "1,5"))
                .containsExactly(
                        "socket 0",
                        "  NUMA node 0",
                        "    cache 0 (L3 32 MiB)  [0 4] [1r 5r]",
                        "socket 1",
                        "  NUMA node 1",
                        "    cache 1 (L3 1536 KiB)  [2 6-] [3i 7i]",
                        "",
                        "[ ] a core with its hyper-threads   i isolated   r reserved   - not allowed for this process");
    }

    @Test
    void shouldDrawTwoCachesOfOneSocket() throws IOException {
        MachineTree tree = MachineTree.recorded("two-caches-a-socket", root);
        assertThat(picture(tree, ""))
                .contains("    cache 0 (L3)  [0 6] [1 7] [2 8]", "    cache 1 (L3)  [3 9] [4 10] [5 11]")
                .endsWith("[ ] a core with its hyper-threads");
    }

    @Test
    void shouldMarkTheSlowCoresOfAHybrid() throws IOException {
        MachineTree tree = MachineTree.recorded("hybrid-intel", root);
        assertThat(picture(tree, "4"))
                .contains("    cache 0 (L3)  [0 1] [2 3] [4re] [5e] [6e] [7e]")
                .endsWith("[ ] a core with its hyper-threads   r reserved   e efficiency core");
    }

    @Test
    void shouldBreakLongRows() throws IOException {
        var tree = new MachineTree(root).cpuFile("online", "0-63");
        for (int cpu = 0; cpu < 64; cpu++) {
            tree.cpuFile("cpu" + cpu + "/topology/physical_package_id", "0");
        }
        List<String> picture = picture(tree, "");
        assertThat(picture).allMatch(line -> line.length() <= 100);
        assertThat(picture.get(2)).startsWith("    cache 0  [0] [1] [2] ");
        assertThat(picture.get(3)).startsWith("             [").doesNotContain("cache");
        assertThat(String.join(" ", picture)).contains("[63]");
    }

    @Test
    void shouldDrawAMachineThatTellsNothing() throws IOException {
        assertThat(picture(new MachineTree(root), "")).first().isEqualTo("socket 0");
    }

    private static List<String> picture(MachineTree tree, String reserved) {
        MachineFiles files = tree.files();
        return Picture.of(files.topology(), CpuSet.parse(reserved), files);
    }
}
