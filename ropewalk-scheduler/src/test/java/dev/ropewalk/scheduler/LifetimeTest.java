package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps a JVM alive, and what happens when it is told to end. A program that doesn't end fails its test. */
class LifetimeTest {
    @TempDir
    private Path temporary;

    @Test
    void shouldKeepTheJvmAliveUntilItIsClosed() throws Exception {
        assertThat(run("open")).containsExactly("main returns", "ticked");
    }

    @Test
    void shouldLetTheJvmEndIfItsThreadsAreDaemons() throws Exception {
        assertThat(run("daemon")).containsExactly("main returns");
    }

    @Test
    void shouldLetTheJvmEndWhenItIsClosedBesideAStuckWorker() throws Exception {
        assertThat(run("stuck")).containsExactly("stuck 1", "main returns");
    }

    @Test
    void shouldNotBeKeptAliveByAVirtualThreadThatIsParked() throws Exception {
        assertThat(run("threads")).containsExactly("main returns");
    }

    @Test
    void shouldCloseInPhasesWhenTheJvmIsToldToEnd() throws Exception {
        assertThat(run("hook")).containsExactly("server closed", "complete true");
    }

    @Test
    void shouldCloseOnceIfTheJvmEndsAfterwards() throws Exception {
        assertThat(run("hand")).containsExactly("server closed", "complete true");
    }

    private List<String> run(String which) throws Exception {
        return ProbeJvm.onClassPath(
                temporary, LifetimeProbe.class, "-Dcase=" + which, "--add-opens=java.base/java.lang=ALL-UNNAMED");
    }
}
