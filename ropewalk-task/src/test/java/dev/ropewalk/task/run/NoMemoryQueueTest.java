package dev.ropewalk.task.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.testing.ChildJvm;
import dev.ropewalk.testing.FullHeap;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An executor whose heap is full when a task ends. */
class NoMemoryQueueTest {
    @TempDir
    private Path temporary;

    @Test
    void shouldRunTheNextTaskAsSoonAsThereIsMemoryToAskTheBudget() throws Exception {
        String classPath = Stream.of(
                        NoMemoryQueueProbe.class,
                        FullHeap.class,
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
                                "-Xmx16m",
                                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                                "-cp",
                                classPath,
                                NoMemoryQueueProbe.class.getName())))
                .containsExactly("the next task has run");
    }
}
