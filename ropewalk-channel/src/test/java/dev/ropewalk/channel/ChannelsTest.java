package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What operators do with elements and with the ends of their channels. */
@Timeout(60)
@ParameterizedClass
@EnumSource
class ChannelsTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final Scheduler scheduler;
    private final ProcessScope scope;
    private final List<Integer> undelivered = new CopyOnWriteArrayList<>();

    ChannelsTest(ThreadSource threads) {
        scheduler = threads.newScheduler();
        scope = ProcessScope.open(scheduler);
    }

    @AfterEach
    void close() {
        try {
            scope.close();
        } finally {
            scheduler.close();
        }
    }

    /** Returns a channel with elements that any thread may use. */
    private Channel<Integer> holding(int... elements) {
        Channel<Integer> channel =
                Channel.<Integer>builder().onUndelivered(undelivered::add).buffered(1_000);
        IntStream.of(elements).forEach(channel::trySend);
        return channel;
    }

    private Channel<Integer> holdingUpTo(int end) {
        return holding(IntStream.range(0, end).toArray());
    }

    private static <T> List<T> allOf(Receiver<T> channel) {
        List<T> all = new ArrayList<>();
        channel.forEach(all::add);
        return all;
    }

    private static void awaitFailed(Channel<?> channel, Throwable cause) {
        Await.until("the channel has failed", channel::isClosed);
        assertThatThrownBy(channel::receive)
                .isInstanceOf(ChannelFailedException.class)
                .hasCause(cause);
    }

    @Test
    void shouldPipeEverythingInOrderAndClose() throws InterruptedException {
        Channel<Integer> from = holdingUpTo(500);
        Channel<Number> to = Channel.buffered(7);
        Channels.pipe(scope, from, to);
        from.close();

        assertThat(allOf(to))
                .containsExactlyElementsOf(
                        IntStream.range(0, 500).<Number>mapToObj(i -> i).toList());
        scope.join();
    }

    @Test
    void shouldFailTheTargetWithTheSource() throws InterruptedException {
        Channel<Integer> from = holding();
        Channel<Integer> to = Channel.rendezvous();
        Channels.pipe(scope, from, to);
        Throwable cause = new IllegalStateException("source");
        from.fail(cause);

        awaitFailed(to, cause);
        scope.join();
    }

    @Test
    void shouldFailTheSourceWithTheTarget() throws InterruptedException {
        Channel<Integer> from = holding(1, 2, 3);
        Channel<Integer> to = Channel.rendezvous();
        Channels.pipe(scope, from, to);
        assertThat(to.receive()).isEqualTo(1);
        Await.until("the process waits to send", () -> to.stats().waitingSenders() == 1);
        Throwable cause = new IllegalStateException("target");
        to.fail(cause);

        awaitFailed(from, cause);
        scope.join();
        assertThat(undelivered).containsExactlyInAnyOrder(2, 3);
    }

    @Test
    void shouldFailTheSourceWhenTheTargetWasClosed() throws InterruptedException {
        Channel<Integer> from = holding();
        Channel<Integer> to = Channel.<Integer>builder().name("shut").rendezvous();
        to.close();
        Channels.pipe(scope, from, to);
        from.send(1);

        Await.until("the source has failed", from::isClosed);
        assertThatThrownBy(() -> from.send(2))
                .isInstanceOf(ChannelFailedException.class)
                .hasCauseExactlyInstanceOf(ChannelClosedException.class)
                .hasMessageContaining("shut was closed");
        scope.join();
        assertThat(undelivered).containsExactly(1);
        assertThat(from.stats().receives()).isZero();
    }

    @Test
    void shouldMapEachElement() throws InterruptedException {
        Channel<Integer> from = holding(1, 2, 3);
        from.close();

        assertThat(allOf(Channels.map(scope, from, i -> "no. " + i))).containsExactly("no. 1", "no. 2", "no. 3");
        scope.join();
    }

    @Test
    void shouldFailEverythingWhenAFunctionThrows() throws InterruptedException {
        Channel<Integer> from = holding(1, 0, 7);
        Channel<Integer> to = Channel.rendezvous();
        Channels.map(scope, from, i -> 10 / i, to);
        scope.spawn("consumer", () -> to.forEach(i -> {}));

        assertThatThrownBy(scope::join)
                .isInstanceOf(ProcessFailedException.class)
                .hasMessageContaining("map of " + from.name())
                .hasCauseInstanceOf(ArithmeticException.class);
        assertThatThrownBy(to::receive)
                .isInstanceOf(ChannelFailedException.class)
                .hasCauseInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> from.send(8)).hasCauseInstanceOf(ArithmeticException.class);
        assertThat(undelivered).containsExactlyInAnyOrder(0, 7);
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void shouldRefuseNullFromAFunction() {
        Receiver<Object> nulls = Channels.map(scope, holding(5), i -> null);

        assertThatThrownBy(nulls::receive)
                .hasRootCauseInstanceOf(NullPointerException.class)
                .hasMessageContaining("made of 5");
        assertThatThrownBy(scope::join).hasRootCauseInstanceOf(NullPointerException.class);
    }

    @Test
    void shouldMergeAllAndEndWithTheLast() throws InterruptedException {
        Channel<Integer> few = holding(-1, -2);
        Channel<Integer> many = holdingUpTo(300);
        Channel<Double> others = Channel.rendezvous();
        Receiver<Number> merged = Channels.merge(scope, few, many, others);
        few.close();
        many.close();
        List<Number> received = new ArrayList<>();
        for (int i = 0; i < 302; i++) {
            received.add(merged.receive());
        }
        assertThat(merged.tryReceiveResult()).isEqualTo(ReceiveResult.empty());
        others.send(0.5);
        assertThat(merged.receive()).isEqualTo(0.5);
        others.close();

        assertThat(merged.receiveResult()).isEqualTo(ReceiveResult.closed());
        assertThat(received.stream().map(Number::intValue).filter(i -> i < 0)).containsExactly(-1, -2);
        assertThat(received.stream().map(Number::intValue).filter(i -> i >= 0))
                .hasSize(300)
                .isSorted();
        scope.join();
    }

    @Test
    void shouldMergeInTurns() throws InterruptedException {
        Channel<Integer> to = Channel.rendezvous();
        Channels.merge(scope, List.of(holding(0, 0, 0, 0, 0), holding(1, 1, 1, 1, 1), holding(2, 2, 2, 2, 2)), to);
        List<Integer> received = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Await.until("all sources wait", () -> to.stats().waitingSenders() == 3);
            received.add(to.receive());
        }

        assertThat(received.subList(0, 3)).containsExactlyInAnyOrder(0, 1, 2);
        for (int i = 3; i < 12; i++) {
            assertThat(received.get(i)).isEqualTo(received.get(i - 3));
        }
    }

    @Test
    void shouldCloseTheMergeOfNothing() throws InterruptedException {
        Receiver<Integer> merged = Channels.merge(scope);
        assertThat(merged.receiveResult()).isEqualTo(ReceiveResult.closed());
    }

    @Test
    void shouldFailAMergeWithOneOfItsSources() throws InterruptedException {
        Channel<Integer> silent = holding();
        Channel<Integer> failing = holding();
        Channel<Integer> to = Channel.rendezvous();
        Channels.merge(scope, List.of(silent, failing), to);
        Throwable cause = new IllegalStateException("one of them");
        failing.fail(cause);

        awaitFailed(to, cause);
        awaitFailed(silent, cause);
        scope.join();
    }

    @Test
    void shouldSendABatchWhenItIsFull() throws InterruptedException {
        Channel<Integer> from = holdingUpTo(8);
        Receiver<List<Integer>> batches = Channels.batch(scope, from, 3, HOUR);

        assertThat(batches.receive()).containsExactly(0, 1, 2);
        assertThat(batches.receive()).containsExactly(3, 4, 5);
        assertThat(batches.tryReceive()).isEmpty();
        from.close();
        assertThat(batches.receive()).containsExactly(6, 7);
        assertThat(batches.receiveResult()).isEqualTo(ReceiveResult.closed());
        scope.join();
    }

    @Test
    void shouldSendABatchWhenItsTimeIsUp() throws InterruptedException {
        Channel<Integer> from = holding(1, 2, 3);
        Receiver<List<Integer>> batches = Channels.batch(scope, from, 100, Duration.ofMillis(2));
        List<Integer> received = new ArrayList<>();
        while (received.size() < 3) {
            received.addAll(batches.receive());
        }

        assertThat(received).containsExactly(1, 2, 3);
        from.close();
        scope.join();
    }

    @Test
    void shouldTakeWhatIsThereIfABatchHasNoTime() throws InterruptedException {
        Channel<Integer> from = holding(1, 2, 3);
        Receiver<List<Integer>> batches = Channels.batch(scope, from, 100, Duration.ZERO);

        assertThat(batches.receive()).containsExactly(1, 2, 3);
        from.close();
        scope.join();
    }

    @Test
    void shouldGiveBackABatchThatIsNotFullWhenTheSourceFails() throws InterruptedException {
        Channel<Integer> from = holding(1, 2, 3);
        Channel<List<Integer>> to = Channel.rendezvous();
        Channels.batch(scope, from, 100, HOUR, to);
        Await.until("all are taken", () -> from.stats().receives() == 3);
        Throwable cause = new IllegalStateException("source");
        from.fail(cause);

        awaitFailed(to, cause);
        scope.join();
        assertThat(undelivered).containsExactly(1, 2, 3);
        assertThat(from.stats().receives()).isZero();
        assertThat(from.stats().undelivered()).isEqualTo(3);
    }

    @Test
    void shouldRefuseBatchesThatCannotBe() {
        Channel<Integer> from = holding();
        assertThatThrownBy(() -> Channels.batch(scope, from, 0, HOUR))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is 0");
        assertThatThrownBy(() -> Channels.batch(scope, from, 1, Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT-0.000000001S");
    }

    @Test
    void shouldEndAllChannelsWhenTheScopeIsCancelled() throws InterruptedException {
        Channel<Integer> from = holding(1, 2, 3, 4);
        Channel<Integer> idle = holding();
        Channel<Integer> to = Channel.rendezvous();
        Channel<Integer> never = Channel.rendezvous();
        Channels.pipe(scope, from, to);
        Channels.pipe(scope, idle, never);
        Receiver<Integer> mapped = Channels.map(scope, to, i -> i + 1);
        Receiver<List<Integer>> batches = Channels.batch(scope, mapped, 1, HOUR);
        assertThat(batches.receive()).containsExactly(2);
        scope.cancel();

        for (Channel<Integer> channel : List.of(from, idle, to, never, (Channel<Integer>) mapped)) {
            Await.until("channel " + channel.name() + " has ended", channel::isClosed);
            assertThatThrownBy(channel::receive).isInstanceOf(ChannelFailedException.class);
        }
        assertThatThrownBy(batches::receive).isInstanceOf(ChannelFailedException.class);
        scope.close();
        assertThat(undelivered).contains(4);
    }

    @Test
    void shouldShowOperatorsInTheReportOfAScopeThatIsAsleep() {
        Channel<Integer> from = scope.<Integer>channel().name("orders").rendezvous();
        Channels.batch(scope, Channels.map(scope, from, i -> i), 2, HOUR);

        assertThatThrownBy(scope::join)
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("map of orders")
                .hasMessageContaining("batches of map of orders");
    }
}
