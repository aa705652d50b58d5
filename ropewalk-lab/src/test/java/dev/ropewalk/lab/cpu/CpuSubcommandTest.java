package dev.ropewalk.lab.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuReservation;
import dev.ropewalk.cpu.CpuTopology;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CpuSubcommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path root;

    @Test
    void shouldShowThisMachine() {
        assertThat(run()).isZero();
        assertThat(out.toString())
                .contains(CpuTopology.detect().toString(), "socket ", "Clocks", "System.nanoTime: ", "NanoClock.tsc");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldShowAnotherMachineFromItsFiles() throws IOException {
        MachineTree.recorded("two-sockets-smt", root)
                .allowed("0-2,4-6")
                .file("proc/cpuinfo", "processor\t: 0\nmodel name\t: Abacus 9\n")
                .file("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet");
        assertThat(run("--root", root.toString())).isZero();
        assertThat(out.toString())
                .startsWith("Abacus 9")
                .contains("2 sockets, 2 NUMA nodes", "[2 6] [3i 7i]", "kernel: hpet")
                .contains("What costs latency", "* the kernel's clock source is hpet", "    change: ", "    costs:  ")
                .doesNotContain("System.nanoTime: ");
    }

    @Test
    void shouldShowWhoHasReservedCpus() {
        try (CpuReservation reservation =
                CpuReservation.builder().name("picture").cpus(1).reserve()) {
            assertThat(run()).isZero();
            assertThat(out.toString())
                    .contains("Reserved", "CPU " + reservation.cpus() + " for \"picture\"")
                    .contains(reservation.cpus() + "r");
        }
    }

    @Test
    void shouldSampleJitterOnACpu() {
        int cpu = CpuTopology.detect().allowed().first();
        Assumptions.assumeTrue(System.getProperty("os.name", "").equals("Linux"), "pinning needs Linux");
        assertThat(run("jitter", "--cpu", "" + cpu, "--duration", "20ms", "--threshold", "5us"))
                .isZero();
        assertThat(out.toString())
                .contains("pinned to CPU " + cpu + ", by ", " readings in ", " gaps of 5.00 us or more");
    }

    private int run(String... args) {
        return new CommandLine(new CpuSubcommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}
