package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StackRoomTest {
    private static final String EFFORT = "-Dropewalk.stress=" + System.getProperty("ropewalk.stress", "quick");
    private static final String AS_PROMISED = "operation: 0 overflows, end: 0 overflows, step: 0 overflows";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+TieredCompilation", // as it is by default
                "-Xint",
                "-XX:TieredStopAtLevel=1",
                "-XX:TieredStopAtLevel=3",
                "-XX:-TieredCompilation",
                "-XX:CompileCommand=quiet,dontinline,dev.ropewalk.base.StackRoom::require*"
            })
    void shouldLeaveRoomHoweverItIsCompiled(String option, @TempDir Path temporary) throws Exception {
        assertThat(ProbeJvm.onClassPath(
                        temporary, StackRoomProbe.class, option, EFFORT, "-XX:MaxJavaStackTraceDepth=1"))
                .containsExactly(AS_PROMISED);
    }
}
