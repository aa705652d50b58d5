package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Virtual threads under the options of the JVM that decide which threads carry them. */
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
        return ProbeJvm.onClassPath(temporary, VirtualThreadProbe.class, options);
    }

    private List<String> onModulePath(String... options) throws Exception {
        return ProbeJvm.onModulePath(temporary, VirtualThreadProbe.class, options);
    }
}
