package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StackRoomTest {
    private static final String AS_PROMISED = "operation: 0 overflows, end: 0 overflows, step: 0 overflows";

    @Test
    void shouldLeaveRoomForWhatFollows() throws Exception {
        assertThat(StackRoomProbe.outcome()).isEqualTo(AS_PROMISED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xint",
                "-XX:TieredStopAtLevel=1",
                "-XX:TieredStopAtLevel=3",
                "-XX:-TieredCompilation",
                "-XX:CompileCommand=quiet,dontinline,dev.ropewalk.base.StackRoom::require*"
            })
    void shouldLeaveRoomHoweverItIsCompiled(String option, @TempDir Path temporary) throws Exception {
        assertThat(ProbeJvm.onClassPath(temporary, StackRoomProbe.class, option))
                .containsExactly(AS_PROMISED);
    }
}
