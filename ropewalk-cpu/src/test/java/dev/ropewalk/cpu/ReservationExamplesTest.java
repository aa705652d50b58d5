package dev.ropewalk.cpu;

import static dev.ropewalk.cpu.ReservationStrategy.ANY;
import static dev.ropewalk.cpu.ReservationStrategy.SAME_LAST_LEVEL_CACHE;
import static dev.ropewalk.cpu.ReservationStrategy.SAME_SOCKET;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the documentation, as a user would write them, but for a directory of their own. */
@EnabledOnOs(OS.LINUX)
class ReservationExamplesTest {
    @TempDir
    private Path directory;

    @Test
    void shouldReserveACoreAndACpuNearIt() throws Exception {
        CpuTopology machine = SysfsTree.recorded("two-caches-a-socket", directory.resolve("sys"))
                .topology("0-11");
        try (CpuReservation matcher = CpuReservation.builder()
                        .directory(directory)
                        .topology(machine)
                        .name("matcher")
                        .cores(1)
                        .reserve();
                CpuReservation logger = CpuReservation.builder()
                        .directory(directory)
                        .topology(machine)
                        .name("logger")
                        .relativeTo(matcher.cpus(), SAME_LAST_LEVEL_CACHE, SAME_SOCKET, ANY)
                        .reserve()) {
            assertThat(matcher.cpus()).hasToString("5,11");
            assertThat(logger.cpus()).hasToString("10");
        }
    }

    @Test
    void shouldRunAPoolOnReservedCpus() throws Exception {
        try (CpuReservation cpus = CpuReservation.builder()
                        .directory(directory)
                        .name("pricing")
                        .reserve();
                ExecutorService pool = Executors.newFixedThreadPool(
                        1, PinnedThreadFactory.of(cpus, Thread.ofPlatform().name("pricing-", 0)))) {
            Future<Integer> cpu = pool.submit(CpuTopology::currentCpu);
            assertThat(CpuSet.of(cpu.get())).isEqualTo(cpus.cpus());
        }
    }
}
