package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What operators that choose, combine and produce do with elements and with the ends of their channels. */
@Timeout(60)
class OperatorsTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final Scheduler scheduler = Scheduler.create();
    private final ProcessScope scope = ProcessScope.open(scheduler);
    private final List<Integer> undelivered = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        try {
            scope.close();
        } finally {
            scheduler.close();
        }
    }

    private Channel<Integer> holding(int... elements) {
        Channel<Integer> channel =
                Channel.<Integer>builder().onUndelivered(undelivered::add).buffered(1_000);
        IntStream.of(elements).forEach(channel::trySend);
        return channel;
    }

    private Channel<Integer> closedAfter(int... elements) {
        Channel<Integer> channel = holding(elements);
        channel.close();
        return channel;
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

    /** Operators of one source, which pass on the number 1. */
    enum Unary {
        FILTER,
        DISTINCT,
        TAKE,
        FLAT_MAP,
        ZIP,
        DEBOUNCE;

        void apply(ProcessScope scope, Channel<Integer> from, Channel<Integer> to) {
            switch (this) {
                case FILTER -> Channels.filter(scope, from, i -> true, to);
                case DISTINCT -> Channels.distinctUntilChanged(scope, from, to);
                case TAKE -> Channels.take(scope, from, 100, to);
                case FLAT_MAP -> Channels.flatMap(scope, from, List::of, to);
                case ZIP -> Channels.zip(scope, from, many(), (left, right) -> left, to);
                case DEBOUNCE -> Channels.debounce(scope, from, Duration.ZERO, to);
            }
        }

        private static Channel<Integer> many() {
            Channel<Integer> many = Channel.unlimited();
            IntStream.range(0, 100).forEach(many::trySend);
            return many;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCloseTheTargetWithTheSource(Unary operator) throws InterruptedException {
        Channel<Integer> to = Channel.rendezvous();
        operator.apply(scope, closedAfter(1), to);

        assertThat(allOf(to)).containsExactly(1);
        scope.join();
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailTheTargetWithTheSource(Unary operator) throws InterruptedException {
        Channel<Integer> from = holding();
        Channel<Integer> to = Channel.rendezvous();
        operator.apply(scope, from, to);
        Throwable cause = new IllegalStateException("source");
        from.fail(cause);

        awaitFailed(to, cause);
        scope.join();
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailTheSourceWithTheTarget(Unary operator) throws InterruptedException {
        Channel<Integer> from = holding();
        Channel<Integer> to = Channel.rendezvous();
        Throwable cause = new IllegalStateException("target");
        to.fail(cause);
        operator.apply(scope, from, to);
        from.send(1);

        awaitFailed(from, cause);
        scope.join();
        assertThat(undelivered).containsExactly(1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndBothWithTheScope(Unary operator) {
        Channel<Integer> from = holding();
        Channel<Integer> to = Channel.rendezvous();
        operator.apply(scope, from, to);
        scope.cancel();

        Await.until("both have ended", () -> from.isClosed() && to.isClosed());
    }

    @Test
    void shouldPassOnWhatAPredicateChooses() throws InterruptedException {
        assertThat(allOf(Channels.filter(scope, closedAfter(1, 2, 3, 4), i -> i % 2 == 0)))
                .containsExactly(2, 4);
        scope.join();
        assertThat(undelivered).isEmpty();
    }

    @Test
    void shouldFailEverythingWhenAPredicateThrows() {
        Channel<Integer> from = holding(0);
        Channel<Integer> to = Channel.rendezvous();
        Channels.filter(scope, from, i -> 1 / i > 0, to);

        assertThatThrownBy(scope::join).hasCauseInstanceOf(ArithmeticException.class);
        assertThat(to.isClosed()).isTrue();
        assertThat(undelivered).containsExactly(0);
    }

    @Test
    void shouldPassOnChangesOnly() throws InterruptedException {
        assertThat(allOf(Channels.distinctUntilChanged(scope, closedAfter(1, 1, 2, 1, 1))))
                .containsExactly(1, 2, 1);
        scope.join();
    }

    @Test
    void shouldTakeTheFirstAndEndTheSource() throws InterruptedException {
        Channel<Integer> from = holding(1, 2, 3, 4);

        assertThat(allOf(Channels.take(scope, from, 2))).containsExactly(1, 2);
        scope.join();
        assertThatThrownBy(() -> from.send(5))
                .isInstanceOf(ChannelFailedException.class)
                .hasMessageContaining("2 elements were taken from channel");
        assertThat(undelivered).containsExactly(3, 4);
        assertThat(from.stats().receives()).isEqualTo(2);
    }

    @Test
    void shouldRefuseToTakeNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Channels.take(scope, holding(), 0))
                .withMessageContaining("is 0");
    }

    @Test
    void shouldPassOnAllOfEachCollection() throws InterruptedException {
        assertThat(allOf(Channels.flatMap(
                        scope, closedAfter(1, 0, 2), i -> List.of(i, -i).subList(0, i))))
                .containsExactly(1, 2, -2);
        scope.join();
    }

    @Test
    void shouldPassOnAllOfEachChannel() throws InterruptedException {
        assertThat(allOf(Channels.flatMap(scope, closedAfter(1, 2), i -> closedAfter(10 * i, 10 * i + 1))))
                .containsExactly(10, 11, 20, 21);
        scope.join();
    }

    @Test
    void shouldFailWithAChannelThatWasMadeOfAnElement() throws InterruptedException {
        Channel<Integer> from = holding(1);
        Channel<Integer> to = Channel.rendezvous();
        Channel<Integer> inner = holding();
        Throwable cause = new IllegalStateException("inner");
        inner.fail(cause);
        Channels.flatMap(scope, from, i -> inner, to);

        awaitFailed(to, cause);
        awaitFailed(from, cause);
        scope.join();
    }

    @Test
    void shouldFailAChannelThatWasMadeOfAnElementWithTheTarget() throws InterruptedException {
        Channel<Integer> to = Channel.rendezvous();
        Channel<Integer> inner = holding(10, 11);
        Channels.flatMap(scope, holding(1), i -> inner, to);
        assertThat(to.receive()).isEqualTo(10);
        Await.until("the next waits", () -> to.stats().waitingSenders() == 1);
        Throwable cause = new IllegalStateException("target");
        to.fail(cause);

        awaitFailed(inner, cause);
        scope.join();
        assertThat(undelivered).containsExactlyInAnyOrder(1, 11);
    }

    @Test
    void shouldZipUntilOneIsClosed() throws InterruptedException {
        Channel<Integer> left = holding(1, 2, 3, 4);
        Channel<Integer> right = closedAfter(10, 20);

        assertThat(allOf(Channels.zip(scope, left, right, Integer::sum))).containsExactly(11, 22);
        scope.join();
        assertThatThrownBy(() -> left.send(5)).hasMessageContaining("with which it was zipped");
        assertThat(undelivered).containsExactlyInAnyOrder(3, 4);
    }

    @Test
    void shouldFailThePartnerOfAChannelThatIsClosed() throws InterruptedException {
        Channel<Integer> right = holding(10, 20);

        assertThat(allOf(Channels.zip(scope, closedAfter(1), right, Integer::sum)))
                .containsExactly(11);
        scope.join();
        assertThatThrownBy(() -> right.send(5)).hasMessageContaining("with which it was zipped");
        assertThat(undelivered).containsExactly(20);
    }

    @Test
    void shouldFailBothPartnersAndTheTargetWithOne() throws InterruptedException {
        Channel<Integer> left = holding(1);
        Channel<Integer> right = holding();
        Channel<Integer> to = Channel.rendezvous();
        Channels.zip(scope, left, right, Integer::sum, to);
        Throwable cause = new IllegalStateException("right");
        right.fail(cause);

        awaitFailed(to, cause);
        awaitFailed(left, cause);
        scope.join();
        assertThat(undelivered).containsExactly(1);
    }

    @Test
    void shouldGiveBothBackWhenTheyCannotBeZipped() {
        Channels.zip(scope, holding(1), holding(0), (a, b) -> a / b);

        assertThatThrownBy(scope::join).hasCauseInstanceOf(ArithmeticException.class);
        assertThat(undelivered).containsExactlyInAnyOrder(1, 0);
    }

    @Test
    void shouldPassOnTheLatestWhenNoOtherComes() throws InterruptedException {
        Channel<Integer> from = closedAfter(1, 2, 3);

        assertThat(allOf(Channels.debounce(scope, from, HOUR))).containsExactly(3);
        scope.join();
        assertThat(undelivered).containsExactly(1, 2);
        assertThat(from.stats().receives()).isEqualTo(1);
    }

    @Test
    void shouldPassOnAnElementAfterAQuietTime() throws InterruptedException {
        Channel<Integer> from = holding(1);
        Receiver<Integer> quiet = Channels.debounce(scope, from, Duration.ofMillis(2));

        assertThat(quiet.receive()).isEqualTo(1);
        from.send(2);
        assertThat(quiet.receive()).isEqualTo(2);
        from.close();
        scope.join();
    }

    @Test
    void shouldCloseWithAProducer() throws InterruptedException {
        Receiver<Integer> produced = Channels.produce(scope, to -> {
            to.send(1);
            to.send(2);
        });

        assertThat(allOf(produced)).containsExactly(1, 2);
        scope.join();
    }

    @Test
    void shouldFailWithAProducer() {
        Channel<Integer> to = Channel.rendezvous();
        Channels.produce(
                scope,
                sender -> {
                    throw new IllegalStateException("producer");
                },
                to);

        assertThatThrownBy(scope::join).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(to.isClosed()).isTrue();
    }

    @Test
    void shouldEndAProducerWhoseElementsNobodyReceives() throws InterruptedException {
        Receiver<Integer> first = Channels.take(
                scope,
                Channels.produce(scope, to -> {
                    for (int i = 1; true; i++) {
                        to.send(i);
                    }
                }),
                3);

        assertThat(allOf(first)).containsExactly(1, 2, 3);
        scope.join();
    }
}
