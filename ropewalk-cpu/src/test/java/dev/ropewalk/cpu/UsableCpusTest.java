package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.topology.LinuxCalls;
import dev.ropewalk.cpu.topology.UsableCpus;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machine is the one of two sockets, CPUs 3 and 7 isolated and not in the process's mask. */
class UsableCpusTest {
    @TempDir
    private Path root;

    @Test
    void shouldUseIsolatedCpusThatTheKernelGrants() {
        assertThat(usable(Optional.of(new FakeKernel("0-2,4-6", "0-7").calls())))
                .hasToString("0-7");
    }

    @Test
    void shouldNotUseIsolatedCpusThatTheControlGroupForbids() {
        assertThat(usable(Optional.of(new FakeKernel("0-2,4-6", "0-6").calls())))
                .hasToString("0-6");
        assertThat(usable(Optional.of(new FakeKernel("0-2,4-6", "0-2,4-6").calls())))
                .hasToString("0-2,4-6");
    }

    @Test
    void shouldNotUseIsolatedCpusIfTheKernelForbidsPinning() {
        var kernel = new FakeKernel("0-2,4-6", "0-7");
        kernel.setErrno = LinuxCalls.EPERM;
        assertThat(usable(Optional.of(kernel.calls()))).hasToString("0-2,4-6");
    }

    @Test
    void shouldUseTheAllowedCpusWithoutNativeAccess() {
        assertThat(usable(Optional.empty())).hasToString("0-2,4-6");
    }

    @Test
    void shouldLeaveTheCallersMaskAlone() {
        CpuSet before =
                LinuxCalls.available().flatMap(LinuxCalls::threadAffinity).orElse(CpuSet.of());
        CpuTopology topology = SysfsTree.recorded("two-sockets-smt", root).topology("0-2,4-6");
        assertThat(UsableCpus.of(topology, LinuxCalls::available).containsAll(topology.allowed()))
                .isTrue();
        assertThat(LinuxCalls.available().flatMap(LinuxCalls::threadAffinity).orElse(CpuSet.of()))
                .isEqualTo(before);
    }

    private CpuSet usable(Optional<LinuxCalls> calls) {
        return UsableCpus.of(SysfsTree.recorded("two-sockets-smt", root).topology("0-2,4-6"), () -> calls);
    }
}
