package dev.ropewalk.channel;

import static dev.ropewalk.testing.ChildJvm.codeOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.Names;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.ChildJvm;
import dev.ropewalk.testing.Sample;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of channels when a worker has no memory to wait there. */
class NoMemoryTest {
    /** Objects are as large as a multiple of this. */
    private static final int SMALLEST_STEP = 8;

    private static final int STEP = Sample.of(4 * SMALLEST_STEP, SMALLEST_STEP);

    @Test
    void shouldLeaveNobodyBehindWhereACallHasFailed(@TempDir Path temporary) throws Exception {
        int first = SMALLEST_STEP * ThreadLocalRandom.current().nextInt(STEP / SMALLEST_STEP);
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
                                NoMemoryProbe.class.getName(),
                                String.valueOf(first),
                                String.valueOf(STEP))))
                .as("rooms of %d bytes, and %d more each", first, STEP)
                .containsExactly("failed: true", "left behind: 0");
    }
}
