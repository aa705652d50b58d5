package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statistics, names, and what builders refuse. */
class ChannelStatsTest {
    private static ChannelStats stats(int depth, long sends, long receives, int senders, int receivers) {
        return stats(depth, sends, receives, 0, senders, receivers);
    }

    private static ChannelStats stats(int depth, long sends, long receives, long refused, int senders, int receivers) {
        return new ChannelStats("told", depth, sends, receives, 0, refused, senders, receivers, false);
    }

    @Test
    void shouldTellEachMomentOfABuffer() {
        Channel<Integer> channel = Channel.<Integer>builder().name("told").buffered(2);
        ManualExecutor executor = new ManualExecutor();
        assertThat(channel.stats()).isEqualTo(stats(0, 0, 0, 0, 0));
        channel.trySend(1);
        channel.trySend(2);
        assertThat(channel.stats()).isEqualTo(stats(2, 2, 0, 0, 0));
        channel.trySend(-1);
        channel.sendAsync(3, executor, result -> {});
        assertThat(channel.stats()).isEqualTo(stats(2, 2, 0, 1, 1, 0));
        channel.tryReceive();
        assertThat(channel.stats()).isEqualTo(stats(2, 3, 1, 1, 0, 0));
        channel.tryReceive();
        channel.tryReceive();
        assertThat(channel.stats()).isEqualTo(stats(0, 3, 3, 1, 0, 0));
        channel.receiveAsync(executor, result -> {});
        channel.receiveAsync(executor, result -> {});
        assertThat(channel.stats()).isEqualTo(stats(0, 3, 3, 1, 0, 2));
        channel.trySend(4);
        assertThat(channel.stats()).isEqualTo(stats(0, 4, 4, 1, 0, 1));
    }

    @Test
    void shouldTellEachMomentOfARendezvous() {
        Channel<Integer> channel = Channel.<Integer>builder().name("told").rendezvous();
        ManualExecutor executor = new ManualExecutor();
        channel.sendAsync(1, executor, result -> {});
        PendingOperation second = channel.sendAsync(2, executor, result -> {});
        assertThat(channel.stats()).isEqualTo(stats(0, 0, 0, 2, 0));
        channel.tryReceive();
        assertThat(channel.stats()).isEqualTo(stats(0, 1, 1, 1, 0));
        second.cancel();
        assertThat(channel.stats()).isEqualTo(stats(0, 1, 1, 0, 0));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldNameChannelsAsToldAndOthersByNumber(Kind kind) {
        Channel<Integer> named = kind.open(Channel.<Integer>builder().name("orders"));
        assertThat(named.name()).isEqualTo("orders");
        assertThat(named).hasToString("Channel[orders]");
        assertThat(named.stats().name()).isEqualTo("orders");

        Channel<Integer> one = kind.open();
        Channel<Integer> other = kind.open();
        assertThat(one.name()).matches("#\\d+").isNotEqualTo(other.name()).isEqualTo(one.name());
    }

    @Test
    void shouldBeItsOwnEnds() {
        Channel<Integer> channel = Channel.buffered(1);
        Sender<Integer> sender = channel.sender();
        Receiver<Integer> receiver = channel.receiver();
        assertThat(sender.trySend(1)).isTrue();
        assertThat(receiver.tryReceive()).contains(1);
        assertThat(sender.name()).isEqualTo(receiver.name());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void shouldRefuseCapacitiesThatAreNone(int capacity) {
        ChannelBuilder<Integer> builder = Channel.builder();
        for (IntFunction<Channel<Integer>> factory : List.<IntFunction<Channel<Integer>>>of(
                Channel::buffered,
                Channel::dropOldest,
                Channel::dropNewest,
                builder::buffered,
                builder::dropOldest,
                builder::dropNewest)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> factory.apply(capacity))
                    .withMessageContaining("the capacity must be above 0, but is " + capacity);
        }
    }

    @Test
    void shouldAllowTheGreatestCapacity() {
        for (Channel<Integer> channel : List.of(
                Channel.<Integer>buffered(Integer.MAX_VALUE),
                Channel.<Integer>dropOldest(Integer.MAX_VALUE),
                Channel.<Integer>dropNewest(Integer.MAX_VALUE))) {
            assertThat(channel.trySend(1)).isTrue();
            assertThat(channel.stats().depth()).isEqualTo(1);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without a checker could do
    void shouldRefuseNoNameAndNoHandler() {
        assertThatNullPointerException()
                .isThrownBy(() -> Channel.builder().name(null))
                .withMessage("name");
        assertThatNullPointerException()
                .isThrownBy(() -> Channel.builder().onUndelivered(null))
                .withMessage("handler");
    }

    @Test
    void shouldMakeSeveralChannelsWithOneBuilder() {
        ChannelBuilder<Integer> builder = Channel.<Integer>builder().name("twin");
        Channel<Integer> one = builder.buffered(1);
        Channel<Integer> other = builder.rendezvous();
        one.trySend(1);
        assertThat(one.name()).isEqualTo(other.name());
        assertThat(other.stats().sends()).isZero();
    }
}
