package dev.ropewalk.journal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.OpenProbe;
import dev.ropewalk.scheduler.park.Parking;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeAccessTest {
    @TempDir
    Path folder;

    @Test
    void shouldWorkWithoutAWarningWhereNativeAccessIsNotEnabled() throws Exception {
        Path log = folder.resolve("log");
        String classes = location(Journal.class)
                + File.pathSeparator
                + location(OpenProbe.class)
                + File.pathSeparator
                + location(Nulls.class)
                + File.pathSeparator
                + location(Parking.class);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classes,
                        OpenProbe.class.getName(),
                        folder.resolve("journal").toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(log)).isEmpty();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void shouldAllocateByTheSystemOrByWritingTheSame() throws IOException {
        assumeTrue(NativeCalls.available().isPresent(), "needs Linux and native access");
        Path byCall = Files.createFile(folder.resolve("call"));
        Path byWriting = Files.createFile(folder.resolve("writing"));
        assertThat(NativeCalls.available().orElseThrow().allocate(byCall, 12_288))
                .isZero();
        Allocation.fill(byWriting, 12_288);
        assertThat(Files.mismatch(byCall, byWriting)).isEqualTo(-1);
        assertThat(byCall).hasSize(12_288);
        assertThat(NativeCalls.available().orElseThrow().allocate(folder.resolve("missing"), 1))
                .isNegative();
    }

    @Test
    void shouldFenceAllThreadsOfTheMachine() {
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        assumeTrue(
                NativeCalls.available().isPresent() && (arch.equals("amd64") || arch.equals("aarch64")),
                "needs Linux and native access");
        assumeTrue(NativeCalls.available().orElseThrow().membarrier() >= 0, "needs a kernel with membarrier");
        assertThat(NativeCalls.available().orElseThrow().fenceAll()).isTrue();
    }

    private static Path location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
