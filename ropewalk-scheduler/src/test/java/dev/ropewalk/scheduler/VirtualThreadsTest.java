package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuTopology;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Virtual threads under the options of the JVM that decide who carries them. */
class VirtualThreadsTest {
    @TempDir
    private Path temporary;

    @Test
    void shouldBehaveLikeAnyOthersOnTheWorkers() throws Exception {
        try (Scheduler scheduler = Scheduler.builder().workers(2).build()) {
            assertThat(new VirtualThreadContract(scheduler.threadFactory()).violations())
                    .isEmpty();
        }
    }

    @Test
    void shouldRunOnTheWorkersIfTheClassPathMayReachThem() throws Exception {
        assertThat(onClassPath("--add-opens=java.base/java.lang=ALL-UNNAMED"))
                .contains("carries=true", "onWorker=true", "violations=[]", "besides=[]");
    }

    @Test
    void shouldRunOnTheWorkersIfTheModuleMayReachThem() throws Exception {
        assertThat(onModulePath("--add-opens=java.base/java.lang=dev.ropewalk.scheduler"))
                .contains("carries=true", "onWorker=true", "violations=[]", "besides=[]");
    }

    @Test
    void shouldFallBackToTheJdksSchedulerAndSayNothing() throws Exception {
        String[] expected = {"carries=false", "onWorker=false", "violations=[]", "besides=[]"};
        assertThat(onClassPath()).contains(expected);
        assertThat(onModulePath()).contains(expected);
    }

    private List<String> onClassPath(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of(
                "-cp",
                String.join(
                        File.pathSeparator,
                        codeOf(Scheduler.class),
                        codeOf(CpuTopology.class),
                        codeOf(VirtualThreadProbe.class)),
                VirtualThreadProbe.class.getName()));
        return run("--enable-native-access=ALL-UNNAMED", arguments);
    }

    private List<String> onModulePath(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of(
                "--module-path",
                codeOf(Scheduler.class) + File.pathSeparator + codeOf(CpuTopology.class),
                "--patch-module",
                "dev.ropewalk.scheduler=" + codeOf(VirtualThreadProbe.class),
                "--module",
                "dev.ropewalk.scheduler/" + VirtualThreadProbe.class.getName()));
        return run("--enable-native-access=dev.ropewalk.cpu", arguments);
    }

    private static String codeOf(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    /** Runs the probe and returns its lines; it must print no warning. */
    private List<String> run(String nativeAccess, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(nativeAccess);
        command.addAll(arguments);
        Path out = temporary.resolve("out");
        Path err = temporary.resolve("err");
        var builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        // These variables make a JVM print a line about itself, and change its options.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("%s ends", command)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(err).as("errors and warnings of %s", command).hasContent("");
        return Files.readAllLines(out);
    }
}
