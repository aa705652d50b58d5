package dev.ropewalk.channel.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.DeadlockException;
import dev.ropewalk.channel.ProcessFailedException;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.Select;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.FlightRecording;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a recording tells of channels and scopes. */
class EventsTest {
    @Test
    void shouldTellOfAWait() throws Exception {
        Channel<String> channel = Channel.<String>builder().name("empty").rendezvous();

        var events = FlightRecording.of(
                "ropewalk.ChannelWait",
                () -> assertThat(channel.receive(Duration.ofMillis(1))).isEmpty());

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("operation")).contains("receive", "empty");
        assertThat(events.getFirst().getDuration()).isGreaterThanOrEqualTo(Duration.ofMillis(1));
    }

    @Test
    void shouldTellOfASelectAndOfWhatItChose() throws Exception {
        Channel<String> orders = Channel.<String>builder().name("orders").rendezvous();
        Channel<String> returns = Channel.<String>builder().name("returns").rendezvous();

        var events = FlightRecording.of("ropewalk.SelectWait", () -> {
            Thread sender =
                    Thread.ofPlatform().start(() -> Await.until("the select waits", () -> returns.trySend("shoes")));
            assertThat(Select.<String>fair()
                            .receive(orders, order -> "order")
                            .receive(returns, order -> "return")
                            .build()
                            .select())
                    .isEqualTo("return");
            sender.join();
        });

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("operations")).contains("orders", " or ", "returns");
        assertThat(events.getFirst().getString("chosen")).contains("receive", "returns");
    }

    @Test
    void shouldTellOfASelectThatGaveUp() throws Exception {
        Channel<String> channel = Channel.<String>builder().name("empty").rendezvous();

        var events = FlightRecording.of(
                "ropewalk.SelectWait",
                () -> Select.<String>fair()
                        .receive(channel, element -> element)
                        .timeout(Duration.ofMillis(1), () -> "nothing")
                        .build()
                        .select());

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("chosen")).isEmpty();
        assertThat(events.getFirst().getDuration()).isGreaterThanOrEqualTo(Duration.ofMillis(1));
    }

    @Test
    void shouldTellOfAScopeThatFails() throws Exception {
        var events = FlightRecording.of("ropewalk.ScopeFailed", () -> {
            try (Scheduler scheduler = Scheduler.create();
                    ProcessScope scope =
                            ProcessScope.builder(scheduler).name("shop").open()) {
                scope.spawn("clerk", () -> {
                    throw new IllegalStateException("ill");
                });
                assertThatThrownBy(scope::join).isInstanceOf(ProcessFailedException.class);
            }
        });

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("scope")).isEqualTo("shop");
        assertThat(events.getFirst().getString("failure")).isEqualTo(IllegalStateException.class.getName());
        assertThat(events.getFirst().getBoolean("deadlock")).isFalse();
    }

    @Test
    void shouldTellOfADeadlock() throws Exception {
        var events = FlightRecording.of("ropewalk.ScopeFailed", () -> {
            try (Scheduler scheduler = Scheduler.create();
                    ProcessScope scope =
                            ProcessScope.builder(scheduler).name("shop").open()) {
                Channel<String> channel = scope.<String>channel().rendezvous();
                scope.spawn("clerk", () -> channel.receive());
                assertThatThrownBy(scope::join).isInstanceOf(DeadlockException.class);
            }
        });

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getBoolean("deadlock")).isTrue();
    }
}
