package dev.ropewalk.lab.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.Cpu;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import java.util.List;
import org.junit.jupiter.api.Test;

class SetupTest {
    /** Two sockets with two cores each, of two hyper-threads each. */
    private static final CpuTopology LARGE = CpuTopology.of(
            List.of(
                    Cpu.of(0, 0, 0, 0, 0),
                    Cpu.of(1, 1, 0, 0, 0),
                    Cpu.of(2, 2, 1, 1, 1),
                    Cpu.of(3, 3, 1, 1, 1),
                    Cpu.of(4, 0, 0, 0, 0),
                    Cpu.of(5, 1, 0, 0, 0),
                    Cpu.of(6, 2, 1, 1, 1),
                    Cpu.of(7, 3, 1, 1, 1)),
            CpuSet.parse("0-7"));

    private static final CpuTopology SINGLE = CpuTopology.of(List.of(Cpu.of(0, 0, 0, 0, 0)), CpuSet.of(0));

    @Test
    void shouldPinToTwoCoresWithOneCache() {
        assertThat(Setup.PINNED.cpus(LARGE)).contains(List.of(CpuSet.of(1), CpuSet.of(0)));
    }

    @Test
    void shouldPinToTwoHyperThreadsOfOneCore() {
        assertThat(Setup.SHARED_CORE.cpus(LARGE)).contains(List.of(CpuSet.of(4), CpuSet.of(0)));
    }

    @Test
    void shouldSayWhatTheMachineLacks() {
        assertThat(Setup.ISOLATED.cpus(LARGE)).isEmpty();
        assertThat(Setup.PINNED.cpus(SINGLE)).isEmpty();
        assertThat(Setup.SHARED_CORE.cpus(SINGLE)).isEmpty();
        assertThat(Setup.ISOLATED.refusal(LARGE)).isPresent();
        assertThat(Setup.SHARED_CORE.refusal(SINGLE)).isPresent();
        assertThat(Setup.UNPINNED.refusal(SINGLE)).isEmpty();
    }
}
