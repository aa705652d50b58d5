package dev.ropewalk.sim.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DebuggerTest {
    @Test
    void shouldBeExpectedIfTheJvmHasItsAgent() {
        assertThat(Debugger.isExpected(Stream.of("-ea", "-agentlib:jdwp=transport=dt_socket,server=y")))
                .isTrue();
        assertThat(Debugger.isExpected(Stream.of("-ea -Xrunjdwp:transport=dt_socket")))
                .isTrue();
        assertThat(Debugger.isExpected(Stream.of("-ea", "-javaagent:some.jar", "jdwp")))
                .isFalse();
    }
}
