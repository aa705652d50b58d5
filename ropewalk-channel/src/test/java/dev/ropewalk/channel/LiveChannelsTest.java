package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Other tests have channels and scopes in this JVM, too. */
class LiveChannelsTest {
    private final Scheduler scheduler = Scheduler.builder().workers(2).build();

    @AfterEach
    void close() {
        scheduler.close();
    }

    private static Channel<String> named(String name) {
        return Channel.<String>builder().name(name).buffered(2);
    }

    @Test
    void shouldListNamedChannelsOnly() {
        Channel<String> channel = named("orders");
        Channel<String> unnamed = Channel.buffered(2);

        assertThat(Channel.live()).containsEntry("orders", channel).doesNotContainValue(unnamed);
        assertThat(channel.stats().name()).isEqualTo("orders");
        channel.close();
        assertThat(Channel.live()).doesNotContainKey("orders");
    }

    @Test
    void shouldListAClosedChannelUntilItIsEmpty() throws InterruptedException {
        Channel<String> channel = named("left");
        channel.send("element");
        channel.close();
        assertThat(Channel.live()).containsEntry("left", channel);

        assertThat(channel.receive()).isEqualTo("element");
        assertThat(Channel.live()).doesNotContainKey("left");
    }

    @Test
    void shouldNotListAChannelThatHasFailed() throws InterruptedException {
        Channel<String> channel = named("failed");
        channel.send("element");
        channel.fail(new IllegalStateException("as intended"));

        assertThat(Channel.live()).doesNotContainKey("failed");
    }

    @Test
    void shouldGiveTheNameOfAChannelThatIsOverToItsSuccessor() {
        Channel<String> first = named("again");
        Channel<String> beside = named("again");
        assertThat(Channel.live()).containsEntry("again", first).containsValue(beside);
        first.close();
        Channel<String> second = named("again");

        assertThat(Channel.live()).containsEntry("again", second).containsValue(beside);
        beside.close();
        second.close();
    }

    @Test
    void shouldForgetAChannelThatIsForgotten() {
        makeChannel();
        Await.until("the channel is forgotten", () -> {
            System.gc();
            return !Channel.live().containsKey("forgotten");
        });
    }

    private static void makeChannel() {
        assertThat(Channel.live()).doesNotContainKey("forgotten");
        Channel<String> channel = named("forgotten");
        assertThat(Channel.live()).containsEntry("forgotten", channel);
    }

    @Test
    void shouldListAScopeAndItsChannelsUntilItIsClosed() throws InterruptedException {
        try (ProcessScope scope =
                ProcessScope.builder(scheduler).name("looked-at").open()) {
            Channel<String> channel = scope.<String>channel().name("within").buffered(1);
            channel.send("left behind");

            assertThat(ProcessScope.live()).containsEntry("looked-at", scope);
            assertThat(scope.snapshot().name()).isEqualTo("looked-at");
            assertThat(Channel.live()).containsEntry("within", channel);
        }

        assertThat(ProcessScope.live()).doesNotContainKey("looked-at");
        assertThat(Channel.live()).doesNotContainKey("within");
    }

    @Test
    void shouldListScopesByUniqueNames() {
        try (ProcessScope first = ProcessScope.builder(scheduler).name("twice").open();
                ProcessScope second =
                        ProcessScope.builder(scheduler).name("twice").open();
                ProcessScope third = ProcessScope.open(scheduler)) {
            Map<String, ProcessScope> live = ProcessScope.live();

            assertThat(live).containsEntry("twice", first).containsValue(second).containsEntry(third.name(), third);
        }
    }
}
