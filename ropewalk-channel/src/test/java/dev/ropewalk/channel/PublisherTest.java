package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Signals;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What subscribers of a channel get, and what that does to the channel. */
@Timeout(60)
class PublisherTest {
    private static final String BROKEN = "java.lang.IllegalStateException: the rope broke";

    private final List<Integer> undelivered = new ArrayList<>();
    private final ManualExecutor executor = new ManualExecutor();
    private final Channel<Integer> channel = Channel.<Integer>builder()
            .name("strands")
            .onUndelivered(undelivered::add)
            .buffered(8);

    private Signals<Integer> subscribed(Signals<Integer> signals) {
        channel.publisher(executor).subscribe(signals);
        executor.runAll();
        return signals;
    }

    private void send(int... elements) {
        for (int element : elements) {
            assertThat(channel.trySend(element)).isTrue();
        }
    }

    @Test
    void shouldReceiveOnlyWhatIsRequested() {
        send(1, 2, 3);
        Signals<Integer> signals = subscribed(Signals.idle());

        assertThat(channel.stats().depth()).isEqualTo(3);
        signals.subscription().request(2);
        executor.runAll();
        assertThat(signals.all()).containsExactly("1", "2");
        assertThat(channel.stats().depth()).isEqualTo(1);
        assertThat(channel.stats().waitingReceivers()).isZero();
    }

    @Test
    void shouldWaitAsOneReceiverForWhatIsRequested() {
        Channel<Integer> rendezvous = Channel.rendezvous();
        Signals<Integer> signals = Signals.requesting(2);
        rendezvous.publisher(executor).subscribe(signals);
        executor.runAll();

        assertThat(rendezvous.stats().waitingReceivers()).isEqualTo(1);
        assertThat(rendezvous.trySend(1)).isTrue();
        executor.runAll();
        assertThat(rendezvous.trySend(2)).isTrue();
        executor.runAll();
        assertThat(signals.all()).containsExactly("1", "2");
        assertThat(rendezvous.trySend(3)).isFalse();
    }

    @Test
    void shouldForgetASubscriberThatHasCancelled() {
        var cancelled = new WeakReference<>(subscribedAndCancelled());

        Await.until("the subscriber is garbage", () -> {
            System.gc();
            return cancelled.refersTo(null);
        });
        assertThat(channel.isClosed()).isFalse();
    }

    private Signals<Integer> subscribedAndCancelled() {
        Signals<Integer> signals = subscribed(Signals.requesting(5));
        send(1);
        executor.runAll();
        signals.subscription().cancel();
        executor.runAll();
        return signals;
    }

    @Test
    void shouldShareElementsOutAmongSubscribersAndReceivers() {
        Signals<Integer> first = subscribed(Signals.requesting(1));
        Signals<Integer> second = subscribed(Signals.requesting(1));
        send(1, 2, 3);
        executor.runAll();

        assertThat(first.all()).containsExactly("1");
        assertThat(second.all()).containsExactly("2");
        assertThat(channel.tryReceive()).contains(3);
    }

    @Test
    void shouldCompleteWhenTheChannelIsClosedAndEmpty() {
        send(1, 2);
        Signals<Integer> signals = subscribed(Signals.requesting(1));
        channel.close();
        executor.runAll();
        assertThat(signals.all()).containsExactly("1");
        signals.subscription().request(1);
        executor.runAll();

        assertThat(signals.all()).containsExactly("1", "2", "complete");
    }

    @Test
    void shouldTellOfTheEndThoughNothingIsRequested() {
        Signals<Integer> early = subscribed(Signals.idle());
        channel.close();
        Signals<Integer> late = subscribed(Signals.idle());

        assertThat(early.all()).containsExactly("complete");
        assertThat(late.all()).containsExactly("complete");
    }

    @Test
    void shouldTellOfAFailureAtOnce() {
        send(1, 2);
        Signals<Integer> signals = subscribed(Signals.idle());
        channel.fail(new IllegalStateException("the rope broke"));
        executor.runAll();

        assertThat(signals.all()).containsExactly(BROKEN);
        assertThat(undelivered).containsExactly(1, 2);
    }

    @Test
    void shouldLeaveTheChannelAsItIsWhenASubscriberCancels() {
        Signals<Integer> signals = subscribed(Signals.requesting(5));
        signals.subscription().cancel();
        signals.subscription().cancel();

        assertThat(channel.stats().waitingReceivers()).isZero();
        send(1);
        executor.runAll();
        signals.subscription().request(1);
        executor.runAll();
        assertThat(signals.all()).isEmpty();
        assertThat(channel.tryReceive()).contains(1);
    }

    @Test
    void shouldGiveBackWhatWasOnItsWayToASubscriberThatCancels() {
        Signals<Integer> signals = subscribed(Signals.requesting(1));
        send(1);
        signals.subscription().cancel();
        executor.runAll();

        assertThat(signals.all()).isEmpty();
        assertThat(undelivered).containsExactly(1);
        assertThat(channel.stats().receives()).isZero();
        assertThat(channel.stats().undelivered()).isEqualTo(1);
    }

    @Test
    void shouldCancelASubscriberThatThrows() {
        Flow.Subscriber<Integer> broken = new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Integer element) {
                throw new IllegalStateException("the rope broke");
            }

            @Override
            public void onError(Throwable cause) {
                undelivered.add(-1);
            }

            @Override
            public void onComplete() {
                undelivered.add(-1);
            }
        };
        send(1, 2);
        channel.publisher(executor).subscribe(broken);
        executor.runAll();
        channel.close();
        executor.runAll();

        assertThat(channel.tryReceive()).contains(2);
        assertThat(undelivered).isEmpty();
    }

    @Test
    void shouldTellSubscribersOfASchedulerThatEnds() {
        Scheduler scheduler = Scheduler.create();
        Signals<Integer> signals = Signals.requesting(1);
        channel.publisher(scheduler).subscribe(signals);
        Await.until("nobody receives", () -> channel.stats().waitingReceivers() == 1);
        scheduler.close();
        send(1);

        assertThat(signals.all()).singleElement().asString().contains(RejectedExecutionException.class.getName());
        assertThat(undelivered).containsExactly(1);
    }

    @Test
    void shouldGiveWayToOthersAfterSomeElements() throws InterruptedException {
        Channel<Integer> many = Channel.unlimited();
        for (int i = 0; i < 1_000; i++) {
            many.send(i);
        }
        AtomicInteger runs = new AtomicInteger();
        Executor counting = task -> {
            runs.incrementAndGet();
            executor.execute(task);
        };
        Signals<Integer> signals = Signals.requesting(Long.MAX_VALUE);
        many.publisher(counting).subscribe(signals);
        executor.runAll();

        assertThat(signals.all()).hasSize(1_000);
        assertThat(runs.get()).isBetween(10, 100);
    }

    @Test
    void shouldNotNestRunsInTheCallingThread() throws InterruptedException {
        Channel<Integer> many = Channel.unlimited();
        for (int i = 0; i < 100_000; i++) {
            many.send(i);
        }
        many.close();
        OneByOne subscriber = new OneByOne();
        PendingOperation ignored = many.to(subscriber, Runnable::run);

        assertThat(subscriber.received).isEqualTo(100_000);
    }

    @Test
    void shouldRefuseChannelsWhereOnlyThreadsMayWait() {
        try (Scheduler scheduler = Scheduler.create();
                ProcessScope scope = ProcessScope.open(scheduler)) {
            Channel<Integer> ofScope = scope.<Integer>channel().rendezvous();

            assertThatIllegalStateException().isThrownBy(ofScope::publisher).withMessageContaining("only threads can");
            assertThatIllegalStateException().isThrownBy(ofScope::subscriber).withMessageContaining("only threads can");
        }
    }

    /** A subscriber that requests the next element when it gets one. */
    private static final class OneByOne implements Flow.Subscriber<Integer> {
        private Flow.@Nullable Subscription subscription;
        private int received;

        @Override
        public void onSubscribe(Flow.Subscription subscribed) {
            subscription = subscribed;
            subscribed.request(1);
        }

        @Override
        public void onNext(Integer element) {
            received++;
            Objects.requireNonNull(subscription).request(1);
        }

        @Override
        public void onError(Throwable cause) {
            received = -1;
        }

        @Override
        public void onComplete() {}
    }
}
