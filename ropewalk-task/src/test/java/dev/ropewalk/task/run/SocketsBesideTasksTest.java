package dev.ropewalk.task.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.testing.ChildJvm;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JDK's pollers of sockets inherit the scheduler of the thread that first waits for a socket. */
class SocketsBesideTasksTest {
    @TempDir
    private Path temporary;

    /** The second JVM doesn't open {@code java.lang}. */
    @ParameterizedTest
    @ValueSource(strings = {"java.base/java.lang=ALL-UNNAMED", "java.base/java.util=ALL-UNNAMED"})
    void shouldBeReadWhileTasksComputeThatWereTheFirstToUseThem(String opened) throws Exception {
        String classPath = Stream.of(
                        SocketProbe.class,
                        BoundedExecutor.class,
                        Limiter.class,
                        Scheduler.class,
                        CpuSet.class,
                        Nulls.class)
                .map(ChildJvm::codeOf)
                .collect(Collectors.joining(File.pathSeparator));

        assertThat(ChildJvm.run(
                        temporary,
                        List.of(
                                "--add-opens=" + opened,
                                "-Djdk.virtualThreadScheduler.parallelism=2",
                                "-cp",
                                classPath,
                                SocketProbe.class.getName())))
                .containsExactly("first=1", "others=10");
    }
}
