package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cpu.topology.LinuxCalls;
import dev.ropewalk.cpu.topology.Sysfs;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a kernel may refuse, or grant against expectation. The machine is the one of two sockets, CPUs 3 and 7 isolated. */
class PinningRefusalTest {
    @TempDir
    private Path root;

    @Test
    void shouldRefuseCpusOutsideTheProcesssMask() {
        var kernel = new FakeKernel("0-2", "0-7");
        assertThatThrownBy(() -> pin(kernel, "1,5-6"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "can't pin a thread to the CPUs 1,5-6: 5-6 are outside the CPUs that this process may use, 0-2");
        assertThat(kernel.threadMask()).hasToString("0-2");
    }

    @Test
    void shouldRefuseOfflineCpus() {
        Sysfs machine = new Sysfs(SysfsTree.recorded("offline-cpu", root).root());
        var kernel = new FakeKernel("0-1,3", "0-1,3");
        assertThatThrownBy(() -> CpuPinning.pin(kernel.calls(), machine, CpuSet.of(2, 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("can't pin a thread to the CPUs 2-3: 2 is not online");
    }

    @Test
    void shouldPinToIsolatedCpusThoughTheProcesssMaskLacksThem() {
        var kernel = new FakeKernel("0-2,4-6", "0-7");
        try (CpuPinning pinning = pin(kernel, "3,7")) {
            assertThat(kernel.threadMask()).isEqualTo(pinning.cpus());
        }
        assertThat(kernel.threadMask()).hasToString("0-2,4-6");
    }

    @Test
    void shouldRefuseIsolatedCpusThatTheControlGroupForbids() {
        var kernel = new FakeKernel("0-2", "0-2");
        assertThatThrownBy(() -> pin(kernel, "3"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("can't pin a thread to the CPUs 3: 3 is not in the control group's cpuset");
    }

    @Test
    void shouldTakeBackAMaskThatTheKernelGrantedInPartOnly() {
        var kernel = new FakeKernel("0-2", "0-2,7");
        assertThatThrownBy(() -> pin(kernel, "2-3,7"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("can't pin a thread to the CPUs 2-3,7: 3 is not in the control group's cpuset");
        assertThat(kernel.threadMask()).hasToString("0-2");
    }

    @Test
    void shouldSayThatTheKernelForbidsPinning() {
        var kernel = new FakeKernel("0-2", "0-7");
        kernel.setErrno = LinuxCalls.EPERM;
        assertThatThrownBy(() -> pin(kernel, "1"))
                .isInstanceOf(PinningUnavailableException.class)
                .hasMessage("the kernel refuses sched_setaffinity to the CPUs 1 with error 1 (not permitted)");
    }

    @Test
    void shouldSayThatTheKernelHidesTheMasks() {
        var kernel = new FakeKernel("0-2", "0-7");
        kernel.smallestMaskBytes = Integer.MAX_VALUE;
        assertThatThrownBy(() -> pin(kernel, "1"))
                .isInstanceOf(PinningUnavailableException.class)
                .hasMessage("the kernel refuses sched_getaffinity");
    }

    @Test
    void shouldFallBackToTheProcesssCpusWhenTheFormerOnesAreGone() {
        var kernel = new FakeKernel("0-5", "0-7");
        CpuPinning outer = pin(kernel, "1");
        CpuPinning inner = pin(kernel, "2");
        kernel.cpuset = CpuSet.parse("2-5");
        inner.close();
        assertThat(kernel.threadMask()).hasToString("2-5");
        outer.close();
        assertThat(kernel.threadMask()).hasToString("2-5");
    }

    @Test
    void shouldStayOpenWhenTheKernelForbidsToRestore() {
        var kernel = new FakeKernel("0-5", "0-7");
        CpuPinning pinning = pin(kernel, "1");
        kernel.setErrno = LinuxCalls.EPERM;
        assertThatThrownBy(pinning::close).isInstanceOf(PinningUnavailableException.class);
        kernel.setErrno = 0;
        pinning.close();
        assertThat(kernel.threadMask()).hasToString("0-5");
    }

    @Test
    void shouldOfferALargerMaskUntilTheKernelTakesIt() {
        var kernel = new FakeKernel("0-2", "0-7");
        kernel.smallestMaskBytes = 4096;
        assertThat(kernel.calls().processAffinity()).contains(CpuSet.parse("0-2"));
    }

    private CpuPinning pin(FakeKernel kernel, String cpus) {
        Sysfs machine = new Sysfs(SysfsTree.recorded("two-sockets-smt", root).root());
        return CpuPinning.pin(kernel.calls(), machine, CpuSet.parse(cpus));
    }
}
