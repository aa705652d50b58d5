package dev.ropewalk.cpu.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cpu.SysfsTree;
import dev.ropewalk.cpu.topology.Sysfs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What speaks against reading the time stamp counter. */
class TscSupportTest {
    private static final String CPU_INFO =
            "processor\t: 0\nflags\t\t: fpu tsc constant_tsc nonstop_tsc avx\n\nprocessor\t: 1";
    private static final byte[] RETURN = {(byte) 0xc3};

    @TempDir
    private Path root;

    @Test
    void shouldTakeAnInvariantCounterThatTheKernelTakesToo() {
        assertThat(TscSupport.objection("Linux", "amd64", proc(CPU_INFO), sys("tsc")))
                .isEmpty();
    }

    @Test
    void shouldRefuseAnotherSystemAndAnotherCpu() {
        assertThat(TscSupport.objection("Plan 9", "amd64", proc(CPU_INFO), sys("tsc")))
                .contains("the time stamp counter needs Linux on amd64, this is Plan 9 on amd64");
        assertThat(TscSupport.objection("Linux", "aarch64", proc(CPU_INFO), sys("tsc")))
                .contains("the time stamp counter needs Linux on amd64, this is Linux on aarch64");
    }

    @Test
    void shouldRefuseACounterThatChangesItsRateOrStops() {
        assertThat(TscSupport.objection("Linux", "amd64", proc("flags\t: tsc constant_tsc_x nonstop_tsc"), sys("tsc")))
                .contains("the CPU has no invariant time stamp counter: constant_tsc isn't in " + root + "/cpuinfo");
        assertThat(TscSupport.objection("Linux", "amd64", proc("flags\t: tsc constant_tsc"), sys("tsc")))
                .contains("the CPU has no invariant time stamp counter: nonstop_tsc isn't in " + root + "/cpuinfo");
    }

    @Test
    void shouldRefuseACounterThatTheKernelKeepsNoTimeBy() {
        assertThat(TscSupport.objection("Linux", "amd64", proc(CPU_INFO), sys("hpet")))
                .contains("the kernel keeps time by another clock source than tsc: hpet");
    }

    @Test
    void shouldRefuseWhereTheKernelHidesItsFiles() {
        var nothing = new Sysfs(root.resolve("nowhere").toFile());
        assertThat(TscSupport.objection("Linux", "amd64", nothing, sys("tsc"))).isPresent();
        assertThat(TscSupport.objection("Linux", "amd64", proc(CPU_INFO), nothing))
                .contains("the kernel keeps time by another clock source than tsc: unknown");
    }

    @Test
    void shouldSayThatTheKernelRefusesAnExecutablePageAndGiveThePageBack() {
        var kernel = new RefusingKernel();
        assertThatThrownBy(() -> ExecutablePage.of(kernel, RETURN))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("the kernel refuses to make a page executable, by error 13");
        assertThat(kernel.unmapped).isTrue();
    }

    @Test
    void shouldNeverHaveAPageThatIsWritableAndExecutable() throws Exception {
        assumeLinuxPages();
        var pages = new LinuxPages();
        MemorySegment data = pages.map(4096);
        assertThat(permissionsOf(data)).isEqualTo("rw-p");
        MemorySegment code = ExecutablePage.of(pages, RETURN);
        assertThat(permissionsOf(code)).isEqualTo("r-xp");
        pages.unmap(data);
        pages.unmap(code);
    }

    @Test
    void shouldSayThatTheKernelRefusesThePage() {
        assumeLinuxPages();
        assertThatThrownBy(() -> new LinuxPages().map(Long.MAX_VALUE))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("the kernel refuses a page, by error 12");
    }

    private static void assumeLinuxPages() {
        Assumptions.assumeTrue(TscSupport.stub().isPresent(), "needs native access on Linux on x86-64");
    }

    private static String permissionsOf(MemorySegment memory) throws Exception {
        for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
            String[] fields = line.split(" ", 3);
            String[] range = fields[0].split("-", 2);
            if (Long.parseUnsignedLong(range[0], 16) <= memory.address()
                    && memory.address() < Long.parseUnsignedLong(range[1], 16)) {
                return fields[1];
            }
        }
        return "not mapped";
    }

    private Sysfs proc(String cpuInfo) {
        return new Sysfs(new SysfsTree(root).file("cpuinfo", cpuInfo).root());
    }

    private Sysfs sys(String source) {
        return new Sysfs(new SysfsTree(root)
                .file("devices/system/clocksource/clocksource0/current_clocksource", source)
                .root());
    }

    /** Grants memory and makes none executable, as SELinux does. */
    private static final class RefusingKernel implements ExecutablePage.Kernel {
        private boolean unmapped;

        @Override
        public MemorySegment map(long bytes) {
            return Arena.ofAuto().allocate(bytes);
        }

        @Override
        public int makeExecutable(MemorySegment memory) {
            return 13;
        }

        @Override
        public void unmap(MemorySegment memory) {
            unmapped = true;
        }
    }
}
