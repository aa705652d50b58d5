package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The factory of one system's actor is called by the factory of another one's. */
@Timeout(60)
class NestedFactoryTest {
    private static final Duration SHORT = Duration.ofMillis(1); // what a wait in vain takes

    @AutoClose
    private final ActorSystem outer = ActorSystem.create("outer");

    @AutoClose
    private final ActorSystem inner = ActorSystem.create("inner");

    private final AtomicInteger refused = new AtomicInteger();

    private void assertRefuses(ActorSystem system, String factory) {
        assertThatIllegalStateException()
                .isThrownBy(() -> system.close(SHORT))
                .withMessageContaining("close()")
                .withMessageContaining("factory of the actor " + factory);
        assertThatIllegalStateException()
                .isThrownBy(() -> system.awaitTermination(SHORT))
                .withMessageContaining("awaitTermination()")
                .withMessageContaining("factory of the actor " + factory);
        assertThat(system.isClosing()).isFalse();
        refused.incrementAndGet();
    }

    @Test
    void shouldRefuseToCloseASystemThatWaitsForAnyOfThem() {
        outer.spawn("first", context -> {
            inner.spawn("second", nested -> {
                assertRefuses(outer, "/outer/first");
                assertRefuses(inner, "/inner/second");
                return message -> {};
            });
            assertRefuses(outer, "/outer/first");
            return message -> {};
        });
        assertThat(refused).hasValue(3);
    }

    @Test
    void shouldCloseASystemWhoseFactoriesHaveReturned() {
        outer.spawn("first", context -> {
            inner.spawn("second", nested -> message -> {});
            assertThat(inner.close(Duration.ofSeconds(30)).isComplete()).isTrue();
            return message -> {};
        });
        assertThat(outer.close(Duration.ofSeconds(30)).isComplete()).isTrue();
    }

    @Test
    void shouldTellWhoseCodeRuns() {
        outer.spawn("first", context -> {
            inner.spawn("second", nested -> {
                assertThatIllegalStateException().isThrownBy(context::timers);
                nested.timers();
                return message -> {};
            });
            context.timers();
            return message -> {};
        });
    }
}
