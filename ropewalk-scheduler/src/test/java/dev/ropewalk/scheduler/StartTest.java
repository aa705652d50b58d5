package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * That a scheduler's start stays cheap, by what it makes the JVM load: the first stream, pattern, lambda, text put together by
 * invokedynamic, logger or call of the C library costs each program milliseconds.
 */
@EnabledOnOs(OS.LINUX)
class StartTest {
    private static final Pattern COSTLY = Pattern.compile(
            "^(java\\.util\\.(stream|regex|logging)|java\\.lang\\.foreign|jdk\\.internal\\.logger|jdk\\.jfr\\.internal\\.periodic)\\.|\\$\\$(Lambda|StringConcat)");

    /** Prints the name of each class when it is loaded. */
    private static final String LOG = "-Xlog:class+load:stdout:none";

    @TempDir
    private Path temporary;

    @Test
    void shouldLoadNothingCostlyWhereWorkersCarryVirtualThreads() throws Exception {
        assertNothingCostly(
                ProbeJvm.onClassPath(temporary, StartProbe.class, LOG, "--add-opens=java.base/java.lang=ALL-UNNAMED"));
    }

    @Test
    void shouldLoadNothingCostlyWhereTheyDoNot() throws Exception {
        assertNothingCostly(ProbeJvm.onClassPath(temporary, StartProbe.class, LOG));
    }

    /** The first message may tell of an {@link OutOfMemoryError}. A class whose initialization fails then stays unusable. */
    @Test
    void shouldInitializeWhatFailuresNeed() throws Exception {
        List<String> log = ProbeJvm.onClassPath(temporary, StartProbe.class, "-Xlog:class+init=info:stdout:none");

        assertThat(log).anyMatch(line -> line.contains("Initializing 'dev/ropewalk/scheduler/support/Log'"));
    }

    private static void assertNothingCostly(List<String> log) {
        List<String> sinceTheStart = log.stream()
                .map(line -> line.split(" ", 2)[0])
                .dropWhile(name -> !name.equals(SchedulerBuilder.class.getName()))
                .toList();
        assertThat(sinceTheStart).contains(CpuTopology.class.getName(), WorkStealingScheduler.class.getName());
        assertThat(sinceTheStart).noneMatch(name -> COSTLY.matcher(name).find());
    }
}
