package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.core.FreshLog;
import dev.ropewalk.testing.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of elements that were sent and aren't received. */
@Timeout(60)
class UndeliveredTest {
    private final List<Integer> undelivered = new ArrayList<>();
    private final ChannelBuilder<Integer> builder =
            Channel.<Integer>builder().name("lossy").onUndelivered(undelivered::add);

    private static void send(Channel<Integer> channel, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(channel.trySend(i)).isTrue();
        }
    }

    private static List<Integer> received(Channel<Integer> channel) {
        List<Integer> received = new ArrayList<>();
        channel.close();
        channel.forEach(received::add);
        return received;
    }

    @Test
    void shouldBeTheOldestWhereTheOldestMakesRoom() {
        Channel<Integer> channel = builder.dropOldest(3);
        send(channel, 5);
        assertThat(undelivered).containsExactly(0, 1);
        assertThat(received(channel)).containsExactly(2, 3, 4);
    }

    @Test
    void shouldBeTheNewestWhereThoseAreDropped() {
        Channel<Integer> channel = builder.dropNewest(3);
        send(channel, 5);
        assertThat(undelivered).containsExactly(3, 4);
        assertThat(received(channel)).containsExactly(0, 1, 2);
    }

    @Test
    void shouldBeAllButTheLatestWhereTheChannelIsConflated() {
        Channel<Integer> channel = builder.conflated();
        send(channel, 5);
        assertThat(undelivered).containsExactly(0, 1, 2, 3);
        assertThat(received(channel)).containsExactly(4);
    }

    @ParameterizedTest
    @MethodSource("dev.ropewalk.channel.Kind#lossy")
    void shouldCountAsSent(Kind kind) throws InterruptedException {
        Channel<Integer> channel = kind.open(builder);
        send(channel, kind.capacity);
        channel.send(7);
        assertThat(channel.sendResult(8).isSent()).isTrue();
        assertThat(channel.trySendResult(9).isSent()).isTrue();
        ManualExecutor executor = new ManualExecutor();
        List<SendResult> told = new ArrayList<>();
        channel.sendAsync(10, executor, told::add);
        executor.runAll();

        assertThat(told).containsExactly(new SendResult.Sent());
        assertThat(undelivered).hasSize(4);
        assertThat(channel.stats())
                .isEqualTo(new ChannelStats("lossy", kind.capacity, kind.capacity + 4, 0, 4, 0, 0, 0, false));
    }

    @ParameterizedTest
    @MethodSource("dev.ropewalk.channel.Kind#lossy")
    void shouldBeNoneWhileSomebodyWaits(Kind kind) {
        Channel<Integer> channel = kind.open(builder);
        ManualExecutor executor = new ManualExecutor();
        for (int i = 0; i < 20; i++) {
            channel.receiveAsync(executor, result -> {});
        }
        send(channel, 20);
        assertThat(undelivered).isEmpty();
        assertThat(channel.stats().receives()).isEqualTo(20);
    }

    @ParameterizedTest
    @MethodSource("dev.ropewalk.channel.Kind#lossy")
    void shouldBeCountedWithoutAHandler(Kind kind) {
        Channel<Integer> channel = kind.full();
        channel.trySend(-1);
        assertThat(channel.stats().undelivered()).isEqualTo(1);
        channel.fail(new IllegalStateException());
        assertThat(channel.stats().undelivered()).isEqualTo(1 + kind.capacity);
    }

    @ParameterizedTest
    @EnumSource(value = Kind.class, mode = EnumSource.Mode.EXCLUDE, names = "RENDEZVOUS")
    void shouldAllReachAHandlerThatThrows(Kind kind) {
        List<Integer> seen = new ArrayList<>();
        Channel<Integer> channel =
                kind.open(Channel.<Integer>builder().name("bad hands").onUndelivered(element -> {
                    seen.add(element);
                    if (element % 2 == 0) {
                        throw new AssertionError("even");
                    }
                    throw new IllegalStateException("odd");
                }));
        try (CapturedLog log = FreshLog.capture()) {
            send(channel, kind.fill());
            channel.fail(new IllegalStateException());
            assertThat(log.messages("channel bad hands: the handler of undelivered elements has failed"))
                    .hasSizeBetween(Math.min(kind.fill(), 10), kind.fill());
        }
        assertThat(seen).hasSize(kind.fill());
        assertThat(channel.isClosed()).isTrue();
    }

    @Test
    void shouldReachAHandlerThatUsesTheChannel() {
        List<Integer> seen = new ArrayList<>();
        List<Channel<Integer>> itself = new ArrayList<>();
        Channel<Integer> channel = Channel.<Integer>builder()
                .onUndelivered(element -> {
                    seen.add(element);
                    seen.add(itself.getFirst().tryReceive().orElseThrow());
                })
                .conflated();
        itself.add(channel);
        send(channel, 2);
        assertThat(seen).containsExactly(0, 1);
    }
}
