package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamespaceTest {
    private static final List<String> UNSHARE = List.of("unshare", "--pid", "--fork", "--kill-child");
    private static final int KILLS = 24;

    @TempDir
    Path folder;

    @Test
    void shouldTellWritersApartThatAllHaveTheSameProcessId() throws IOException {
        assumeTrue(
                Commands.succeeds("unshare", "--pid", "--fork", "--kill-child", "true"),
                "needs Linux and root, to make a namespace of processes");
        try (var loop = new KillLoop(KillPlace.in(folder).before(UNSHARE), new CrashPlan(1))) {
            loop.kill(KILLS / 2);
            loop.settle();
            loop.kill(KILLS / 2);
            loop.reopen();
            assertThat(loop.records()).isGreaterThan(KILLS);
        }
    }
}
