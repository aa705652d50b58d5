package dev.ropewalk.channel;

import static dev.ropewalk.testing.ChildJvm.codeOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.Names;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.ChildJvm;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of channels when a worker has no memory to wait there. */
class NoMemoryTest {
    @Test
    void shouldLeaveNobodyBehindWhereACallHasFailed(@TempDir Path temporary) throws Exception {
        String classPath = String.join(
                File.pathSeparator,
                codeOf(Channel.class),
                codeOf(Scheduler.class),
                codeOf(CpuTopology.class),
                codeOf(Names.class),
                codeOf(NoMemoryProbe.class));

        assertThat(ChildJvm.run(
                        temporary,
                        List.of(
                                "-Xmx12m",
                                "-XX:-UseTLAB",
                                "-XX:+UseSerialGC", // gives out the last bytes: calls fail at later steps, too
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath,
                                NoMemoryProbe.class.getName())))
                .containsExactly("failed: true", "left behind: 0");
    }
}
