package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What depends on the options of the JVM. Each child must end well and print no warning. */
@EnabledOnOs(OS.LINUX)
class JvmOptionsTest {
    private static final CpuSet ALLOWED = CpuTopology.detect().allowed();
    private static final String LOWEST = Integer.toString(ALLOWED.first());

    @TempDir
    private Path temporary;

    @Test
    void shouldPinOnTheClassPathWithNativeAccess() throws Exception {
        assertThat(ProbeJvm.onClassPath(temporary, CpuProbe.class, "--enable-native-access=ALL-UNNAMED"))
                .containsEntry("allowed", ALLOWED.toString())
                .containsEntry("reason", "")
                .containsEntry("pin", LOWEST);
    }

    @Test
    void shouldPinOnTheModulePathWithNativeAccess() throws Exception {
        assertThat(ProbeJvm.onModulePath(temporary, CpuProbe.class, "--enable-native-access=dev.ropewalk.cpu"))
                .containsEntry("allowed", ALLOWED.toString())
                .containsEntry("reason", "")
                .containsEntry("pin", LOWEST);
    }

    @Test
    void shouldDoWithoutNativeAccessOnTheClassPath() throws Exception {
        assertWithoutNativeAccess(ProbeJvm.onClassPath(temporary, CpuProbe.class), "ALL-UNNAMED");
    }

    @Test
    void shouldDoWithoutNativeAccessOnTheModulePath() throws Exception {
        assertWithoutNativeAccess(ProbeJvm.onModulePath(temporary, CpuProbe.class), "dev.ropewalk.cpu");
    }

    @Test
    void shouldDoWithNativeAccessDenied() throws Exception {
        assertWithoutNativeAccess(
                ProbeJvm.onClassPath(temporary, CpuProbe.class, "--illegal-native-access=deny"), "ALL-UNNAMED");
    }

    private static void assertWithoutNativeAccess(Map<String, String> found, String module) {
        String reason = "native access isn't enabled: start Java with --enable-native-access=" + module;
        assertThat(found)
                .containsEntry("allowed", ALLOWED.toString())
                .containsEntry("current", "-1")
                .containsEntry("reason", reason)
                .containsEntry("clock", "true")
                .hasEntrySatisfying("tsc", why -> assertThat(why).isNotEmpty())
                .containsEntry("pin", "unavailable: " + reason);
    }

    @Test
    void shouldBeFlatOnAnotherSystem() throws Exception {
        var found = ProbeJvm.onClassPath(
                temporary, CpuProbe.class, "-Dos.name=Plan 9", "--enable-native-access=ALL-UNNAMED");
        assertThat(found)
                .containsEntry("flat", "the topology can be read on Linux only, this is Plan 9")
                .containsEntry(
                        "allowed",
                        CpuSet.first(Integer.parseInt(found.getOrDefault("processors", "0")))
                                .toString())
                .containsEntry("current", "-1")
                .containsEntry("reason", "CPU affinity needs Linux, this is Plan 9")
                .hasEntrySatisfying("tsc", why -> assertThat(why).contains("needs Linux on amd64, this is Plan 9"));
    }

    @Test
    void shouldAllowAsManyCpusAsTheJvmCountsOutsideContainers() throws Exception {
        var found = ProbeJvm.onClassPath(
                temporary, CpuProbe.class, "-XX:-UseContainerSupport", "--enable-native-access=ALL-UNNAMED");
        assertThat(found).containsEntry("processors", Integer.toString(ALLOWED.size()));
    }

    @Test
    void shouldAllowOnlyTheCpusOfAPinnedProcess() throws Exception {
        int last = ALLOWED.stream().max().orElseThrow();
        var found = FreshThread.call(() -> {
            CpuPinning.pin(CpuSet.of(last));
            return ProbeJvm.onClassPath(temporary, CpuProbe.class, "--enable-native-access=ALL-UNNAMED");
        });
        assertThat(found)
                .containsEntry("allowed", Integer.toString(last))
                .containsEntry("current", Integer.toString(last))
                .containsEntry("processors", "1");
    }

    @Test
    void shouldInitialiseEveryClassWithNativeAccessDenied() throws Exception {
        assertThat(ProbeJvm.onClassPath(temporary, InitialisationProbe.class, "--illegal-native-access=deny"))
                .containsEntry(
                        "initialised",
                        Integer.toString(InitialisationProbe.classes().size()));
    }

    @Test
    void shouldInitialiseEveryClassOnAnotherSystem() throws Exception {
        assertThat(ProbeJvm.onClassPath(temporary, InitialisationProbe.class, "-Dos.name=Plan 9"))
                .containsEntry(
                        "initialised",
                        Integer.toString(InitialisationProbe.classes().size()));
    }

    @Test
    void shouldLetAVirtualThreadSpinForAnotherOnTheSameCarrier() throws Exception {
        assertThat(ProbeJvm.onClassPath(
                        temporary,
                        SpinProbe.class,
                        "-Djdk.virtualThreadScheduler.parallelism=1",
                        "-Djdk.virtualThreadScheduler.maxPoolSize=1"))
                .containsEntry("seen", "true");
    }
}
