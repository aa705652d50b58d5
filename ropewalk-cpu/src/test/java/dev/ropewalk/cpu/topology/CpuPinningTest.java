package dev.ropewalk.cpu.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cpu.CpuPinning;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.cpu.FreshThread;
import java.io.File;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Pins threads of this machine, and asks the kernel what came of it. */
@EnabledOnOs(OS.LINUX)
class CpuPinningTest {
    private static final CpuSet ALLOWED = CpuTopology.detect().allowed();
    private static final CpuSet LAST = CpuSet.of(ALLOWED.stream().max().orElseThrow());

    @Test
    void shouldPinTheThreadAndRestoreItsMaskOnClose() throws Exception {
        FreshThread.call(() -> {
            CpuSet before = kernelMask();
            try (CpuPinning pinning = CpuPinning.pin(LAST)) {
                assertThat(kernelMask()).isEqualTo(LAST);
                assertThat(CpuTopology.currentCpu()).isEqualTo(LAST.first());
                assertThat(pinning.cpus()).isEqualTo(LAST);
            }
            assertThat(kernelMask()).isEqualTo(before);
            return null;
        });
    }

    @Test
    void shouldLeaveOtherThreadsAlone() throws Exception {
        CpuSet before = kernelMask();
        FreshThread.call(() -> CpuPinning.pin(LAST));
        assertThat(kernelMask()).isEqualTo(before);
    }

    @Test
    void shouldDetectTheProcesssCpusOnAPinnedThread() throws Exception {
        FreshThread.call(() -> {
            try (CpuPinning pinning = CpuPinning.pin(LAST)) {
                assertThat(kernelMask()).isEqualTo(pinning.cpus());
                assertThat(CpuTopology.detect().allowed()).isEqualTo(ALLOWED);
            }
            return null;
        });
    }

    @Test
    void shouldNestPinnings() throws Exception {
        FreshThread.call(() -> {
            CpuSet before = kernelMask();
            try (CpuPinning outer = CpuPinning.pin(ALLOWED)) {
                try (CpuPinning inner = CpuPinning.pin(LAST)) {
                    assertThat(kernelMask()).isEqualTo(inner.cpus());
                }
                assertThat(kernelMask()).isEqualTo(outer.cpus());
            }
            assertThat(kernelMask()).isEqualTo(before);
            return null;
        });
    }

    @Test
    void shouldRefuseToCloseAnOuterPinningFirst() throws Exception {
        FreshThread.call(() -> {
            CpuPinning outer = CpuPinning.pin(ALLOWED);
            CpuPinning inner = CpuPinning.pin(LAST);
            assertThatThrownBy(outer::close)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the pinning to the CPUs " + ALLOWED)
                    .hasMessageContaining("close that first");
            assertThat(kernelMask()).isEqualTo(LAST);
            inner.close();
            outer.close();
            return null;
        });
    }

    @Test
    void shouldDoNothingWhenClosedAgain() throws Exception {
        FreshThread.call(() -> {
            CpuPinning first = CpuPinning.pin(ALLOWED);
            first.close();
            CpuPinning second = CpuPinning.pin(LAST);
            first.close();
            assertThat(kernelMask()).isEqualTo(second.cpus());
            return null;
        });
    }

    @Test
    void shouldRefuseToCloseFromAnotherThread() throws Exception {
        CpuPinning pinning =
                FreshThread.call(Thread.ofPlatform().daemon().name("pinned one"), () -> CpuPinning.pin(LAST));
        assertThatThrownBy(pinning::close)
                .isInstanceOf(WrongThreadException.class)
                .hasMessageContaining("the thread pinned one is pinned to the CPUs " + LAST)
                .hasMessageEndingWith("not " + Thread.currentThread().getName());
    }

    @Test
    void shouldRefusePinningFromVirtualThread() throws Exception {
        CpuSet before = kernelMask();
        FreshThread.call(Thread.ofVirtual(), () -> {
            assertThatThrownBy(() -> CpuPinning.pin(LAST))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("can't pin the virtual thread")
                    .hasMessageContaining("it would pin its carrier");
            assertThat(kernelMask()).as("the carrier's mask").isEqualTo(before);
            return null;
        });
    }

    @Test
    void shouldRefuseNoCpus() {
        assertThatThrownBy(() -> CpuPinning.pin(CpuSet.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty set of CPUs");
    }

    @Test
    void shouldRefuseCpusThatTheMachineHasNot() {
        CpuSet before = kernelMask();
        assertThatThrownBy(() -> CpuPinning.pin(LAST.union(CpuSet.of(900_000))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("can't pin a thread to the CPUs " + LAST + ",900000: 900000 is not online");
        assertThat(kernelMask()).isEqualTo(before);
    }

    @Test
    void shouldTellTheCurrentCpuInVirtualThreadsToo() throws Exception {
        assertThat(ALLOWED.contains(FreshThread.call(Thread.ofVirtual(), CpuTopology::currentCpu)))
                .isTrue();
    }

    @Test
    void shouldSayThatPinningIsAvailable() {
        assertThat(CpuPinning.unavailableReason()).isEmpty();
    }

    /** Returns what the kernel says of the thread that asks, in its own words. */
    private static CpuSet kernelMask() {
        var thread = new Sysfs(new File("/proc/thread-self"));
        return ProcessAffinity.allowedCpus(thread, new Sysfs(new File("/sys")));
    }
}
