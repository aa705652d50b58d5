package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.testing.Signals;
import dev.ropewalk.testing.Upstream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a subscriber of a channel requests, and how the two end. */
@Timeout(60)
class SubscriberTest {
    private final List<Integer> undelivered = new ArrayList<>();
    private final ManualExecutor executor = new ManualExecutor();
    private final Upstream upstream = new Upstream();
    private final Channel<Integer> channel = channel().buffered(8);

    private ChannelBuilder<Integer> channel() {
        return Channel.<Integer>builder().name("strands").onUndelivered(undelivered::add);
    }

    private Flow.Subscriber<Integer> subscribed(Channel<Integer> to, OnComplete onComplete) {
        Flow.Subscriber<Integer> subscriber = to.subscriber(onComplete, executor);
        subscriber.onSubscribe(upstream);
        return subscriber;
    }

    @Test
    void shouldRequestAsManyAsThereIsRoomFor() {
        channel.trySend(0);
        Flow.Subscriber<Integer> subscriber = subscribed(channel, OnComplete.CLOSE);
        assertThat(upstream.requested()).isEqualTo(7);

        for (int i = 1; i <= 7; i++) {
            subscriber.onNext(i);
        }
        assertThat(upstream.requested()).isEqualTo(8);
        subscriber.onNext(8);
        assertThat(upstream.requested()).as("while one waits for room").isEqualTo(8);
        assertThat(channel.stats().waitingSenders()).isEqualTo(1);
    }

    @Test
    void shouldRequestMoreWhenReceiversMakeRoom() {
        Flow.Subscriber<Integer> subscriber = subscribed(channel, OnComplete.CLOSE);
        for (int i = 1; i <= 9; i++) {
            subscriber.onNext(i);
        }
        assertThat(upstream.requested()).isEqualTo(9);
        List<Integer> received = new ArrayList<>();
        channel.drainTo(received, 20);
        executor.runAll();

        assertThat(received).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(upstream.requested()).isEqualTo(9 + 8);
    }

    @Test
    void shouldRequestOneElementForARendezvous() {
        Channel<Integer> rendezvous = channel().rendezvous();
        Flow.Subscriber<Integer> subscriber = subscribed(rendezvous, OnComplete.CLOSE);
        assertThat(upstream.requested()).isEqualTo(1);
        subscriber.onNext(1);
        assertThat(upstream.requested()).isEqualTo(1);

        assertThat(rendezvous.tryReceive()).contains(1);
        executor.runAll();
        assertThat(upstream.requested()).isEqualTo(2);
    }

    @Test
    void shouldKeepARequestAheadOfAChannelThatIsNeverFull() {
        Flow.Subscriber<Integer> subscriber = subscribed(channel().dropOldest(2), OnComplete.CLOSE);
        for (int i = 0; i < 1_000; i++) {
            subscriber.onNext(i);
            assertThat(upstream.requested() - i - 1).isBetween(1L, 256L);
        }
    }

    @Test
    void shouldCloseTheChannelWhenThePublisherCompletes() {
        Flow.Subscriber<Integer> subscriber = subscribed(channel, OnComplete.CLOSE);
        subscriber.onNext(1);
        subscriber.onComplete();

        assertThat(channel.isClosed()).isTrue();
        assertThat(channel.tryReceive()).contains(1);
        assertThat(upstream.cancels()).isZero();
    }

    @Test
    void shouldKeepTheChannelOpenForOtherPublishers() {
        Flow.Subscriber<Integer> first = subscribed(channel, OnComplete.KEEP_OPEN);
        Flow.Subscriber<Integer> second = channel.subscriber(OnComplete.KEEP_OPEN, executor);
        second.onSubscribe(upstream);
        first.onComplete();
        second.onNext(2);

        assertThat(channel.isClosed()).isFalse();
        assertThat(channel.tryReceive()).contains(2);
    }

    @Test
    void shouldFailWithItsPublisher() {
        Flow.Subscriber<Integer> subscriber = subscribed(channel, OnComplete.KEEP_OPEN);
        subscriber.onNext(1);
        subscriber.onError(new IllegalStateException("the rope broke"));

        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(channel::tryReceive)
                .withRootCauseInstanceOf(IllegalStateException.class);
        assertThat(undelivered).containsExactly(1);
    }

    @Test
    void shouldCancelThePublisherWhenTheChannelEnds() {
        Flow.Subscriber<Integer> subscriber = subscribed(channel, OnComplete.CLOSE);
        channel.close();
        executor.runAll();
        assertThat(upstream.cancels()).isEqualTo(1);

        subscriber.onNext(1);
        executor.runAll();
        assertThat(undelivered).containsExactly(1);
        assertThat(upstream.cancels()).isEqualTo(1);
    }

    @Test
    void shouldTakeElementsUndeliveredThatWaitWhenTheChannelFails() {
        Channel<Integer> rendezvous = channel().rendezvous();
        Flow.Subscriber<Integer> subscriber = subscribed(rendezvous, OnComplete.CLOSE);
        subscriber.onNext(1);
        rendezvous.fail(new CancellationException());
        executor.runAll();

        assertThat(undelivered).containsExactly(1);
        assertThat(upstream.cancels()).isEqualTo(1);
    }

    @Test
    void shouldCancelAPublisherThatSendsMoreThanWasRequested() {
        Channel<Integer> rendezvous = channel().rendezvous();
        Flow.Subscriber<Integer> subscriber = subscribed(rendezvous, OnComplete.CLOSE);
        subscriber.onNext(1);
        subscriber.onNext(2);
        executor.runAll();

        assertThat(upstream.cancels()).isEqualTo(1);
        assertThat(undelivered).containsExactlyInAnyOrder(1, 2);
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(rendezvous::tryReceive)
                .withMessageContaining("element 2 came, but only 1 were requested");
    }

    @Test
    void shouldCancelASecondPublisher() {
        Flow.Subscriber<Integer> subscriber = subscribed(channel, OnComplete.CLOSE);
        Upstream second = new Upstream();
        subscriber.onSubscribe(second);

        assertThat(second.cancels()).isEqualTo(1);
        assertThat(second.requested()).isZero();
        assertThat(upstream.cancels()).isZero();
    }

    @Test
    void shouldEndWithItsExecutor() {
        Channel<Integer> rendezvous = channel().rendezvous();
        Flow.Subscriber<Integer> subscriber = rendezvous.subscriber(OnComplete.CLOSE, task -> {
            throw new RejectedExecutionException("no more");
        });
        subscriber.onSubscribe(upstream);
        subscriber.onNext(1);
        assertThat(rendezvous.tryReceive()).contains(1);

        assertThat(upstream.cancels()).isEqualTo(1);
        assertThat(rendezvous.isClosed()).isTrue();
    }

    @Test
    void shouldPassOnElementsAndEndFromChannelToChannel() {
        Channel<Integer> first = channel().buffered(4);
        first.to(channel.subscriber(OnComplete.CLOSE, executor), executor);
        first.trySend(1);
        first.trySend(2);
        first.close();
        executor.runAll();
        Signals<Integer> signals = Signals.requesting(9);
        channel.to(signals, executor);
        executor.runAll();

        assertThat(signals.all()).containsExactly("1", "2", "complete");
    }

    @Test
    void shouldTellTheFirstSourceThatTheLastSinkHasGone() {
        Channel<Integer> first = channel().rendezvous();
        Flow.Subscriber<Integer> ignored = subscribed(first, OnComplete.CLOSE);
        first.to(channel.subscriber(OnComplete.CLOSE, executor), executor);
        Signals<Integer> last = Signals.idle();
        channel.to(last, executor);
        executor.runAll();
        last.subscription().cancel();
        executor.runAll();

        assertThat(channel.isClosed()).isTrue();
        assertThat(first.isClosed()).isTrue();
        assertThat(upstream.cancels()).isEqualTo(1);
    }

    @Test
    void shouldBringDemandToTheFirstSource() {
        Channel<Integer> first = channel().rendezvous();
        Flow.Subscriber<Integer> entry = subscribed(first, OnComplete.CLOSE);
        first.to(channel.subscriber(OnComplete.CLOSE, executor), executor);
        executor.runAll();
        int sent = 0;
        while (upstream.requested() > sent) {
            entry.onNext(sent++);
            executor.runAll();
        }

        assertThat(sent).as("the buffer, and one on the way in each of the two").isEqualTo(8 + 1 + 1);
        channel.tryReceive();
        executor.runAll();
        assertThat(upstream.requested()).isEqualTo(sent + 1);
    }

    @Test
    void shouldDisconnectAChannelFromItsSink() {
        Signals<Integer> signals = Signals.requesting(9);
        PendingOperation connection = channel.to(signals, executor);
        executor.runAll();

        assertThat(connection.cancel()).isTrue();
        assertThat(connection.cancel()).isFalse();
        channel.trySend(1);
        executor.runAll();
        assertThat(signals.all())
                .containsExactly("java.util.concurrent.CancellationException: channel strands was disconnected");
        assertThat(channel.tryReceive()).contains(1);
        assertThat(channel.isClosed()).isFalse();
    }
}
