package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
@ParameterizedClass
@EnumSource
class BroadcastTest {
    private final Scheduler scheduler;
    private final ProcessScope scope;
    private final List<Integer> undelivered = new CopyOnWriteArrayList<>();
    private final Channel<Integer> source = Channel.<Integer>builder()
            .name("news")
            .onUndelivered(undelivered::add)
            .rendezvous();
    private final Broadcast<Integer> broadcast;

    BroadcastTest(ThreadSource threads) {
        scheduler = threads.newScheduler();
        scope = ProcessScope.open(scheduler);
        broadcast = Channels.broadcast(scope, source);
    }

    @AfterEach
    void close() {
        try {
            scope.close();
        } finally {
            scheduler.close();
        }
    }

    private static <T> List<T> allOf(Receiver<T> channel) {
        List<T> all = new ArrayList<>();
        channel.forEach(all::add);
        return all;
    }

    private void awaitServed(long elements) {
        Await.until("the broadcast has taken " + elements, () -> source.stats().receives() >= elements);
    }

    @Test
    void shouldShowAllSubscribersTheSameOrder() throws InterruptedException {
        List<List<Integer>> seen = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<Integer> mine = new ArrayList<>();
            seen.add(mine);
            Receiver<Integer> receiver = broadcast
                    .subscribe(i == 0 ? Channel.rendezvous() : Channel.buffered(i))
                    .receiver();
            scope.spawn(() -> receiver.forEach(mine::add));
        }
        AtomicLong senders = new AtomicLong(4);
        for (int i = 0; i < 4; i++) {
            int first = 1_000 * i;
            scope.spawn(() -> {
                for (int j = first; j < first + 250; j++) {
                    source.send(j);
                }
                if (senders.decrementAndGet() == 0) {
                    source.close();
                }
            });
        }
        scope.join();

        assertThat(seen.getFirst()).hasSize(1_000).doesNotHaveDuplicates();
        assertThat(seen).allMatch(seen.getFirst()::equals);
    }

    @Test
    void shouldNotBeHeldUpBySubscribersThatDrop() throws InterruptedException {
        Receiver<Integer> latest = broadcast.subscribe(Channel.conflated()).receiver();
        Receiver<Integer> oldest = broadcast.subscribe(Channel.dropNewest(2)).receiver();
        Receiver<Integer> all = broadcast.subscribe(Channel.unlimited()).receiver();
        for (int i = 0; i < 100; i++) {
            source.send(i);
        }
        source.close();

        assertThat(allOf(all)).hasSize(100).isSorted();
        assertThat(allOf(latest)).containsExactly(99);
        assertThat(allOf(oldest)).containsExactly(0, 1);
    }

    @Test
    void shouldWaitForAFullSubscriberUntilItLeaves() throws InterruptedException {
        Broadcast.Subscription<Integer> slow = broadcast.subscribe(Channel.buffered(1));
        Receiver<Integer> fast = broadcast.subscribe(Channel.unlimited()).receiver();
        source.send(1);
        source.send(2);
        Await.until(
                "the broadcast waits",
                () -> ((Channel<?>) slow.receiver()).stats().waitingSenders() == 1);
        assertThat(source.trySend(3)).isFalse();
        slow.close();
        source.send(3);
        source.close();

        assertThat(allOf(fast)).containsExactly(1, 2, 3);
        assertThat(broadcast.subscribers()).isZero();
        assertThatThrownBy(() -> slow.receiver().receive())
                .isInstanceOf(ChannelFailedException.class)
                .hasCauseInstanceOf(CancellationException.class)
                .hasMessageContaining("unsubscribed from news");
        assertThat(undelivered).isEmpty();
    }

    @Test
    void shouldSendToNobodyWhatASenderTookBack() throws InterruptedException {
        Receiver<Integer> slow = broadcast.subscribe().receiver();
        source.send(1);
        awaitServed(1);
        Thread sender = scheduler.threadFactory().newThread(() -> {
            try {
                source.send(2);
            } catch (InterruptedException e) {
                undelivered.add(-2);
            }
        });
        sender.start();
        Await.until("the sender waits", () -> source.stats().waitingSenders() == 1);
        sender.interrupt();
        sender.join();
        assertThat(slow.receive()).isEqualTo(1);
        source.send(3);
        source.close();

        assertThat(allOf(slow)).containsExactly(3);
        assertThat(undelivered).containsExactly(-2);
    }

    @Test
    void shouldGiveLateSubscribersWhatComesFromThenOn() throws InterruptedException {
        Receiver<Integer> early = broadcast.subscribe(Channel.unlimited()).receiver();
        source.send(1);
        assertThat(early.receive()).isEqualTo(1);
        Receiver<Integer> late = broadcast.subscribe(Channel.unlimited()).receiver();
        source.send(2);
        source.close();

        assertThat(allOf(early)).containsExactly(2);
        assertThat(allOf(late)).containsExactly(2);
    }

    @Test
    void shouldCountWhatReachesNobodyAsUndelivered() throws InterruptedException {
        source.send(1);
        Await.until("1 is undelivered", () -> undelivered.equals(List.of(1)));
        Broadcast.Subscription<Integer> gone = broadcast.subscribe(Channel.rendezvous());
        source.send(2);
        Await.until("2 waits", () -> ((Channel<?>) gone.receiver()).stats().waitingSenders() == 1);
        gone.close();
        Await.until("2 is undelivered", () -> undelivered.equals(List.of(1, 2)));

        assertThat(source.stats().receives()).isZero();
        assertThat(source.stats().undelivered()).isEqualTo(2);
    }

    @Test
    void shouldForgetASubscriberWhoseChannelHasEnded() throws InterruptedException {
        Channel<Integer> own = Channel.rendezvous();
        broadcast.subscribe(own);
        Receiver<Integer> other = broadcast.subscribe(Channel.unlimited()).receiver();
        own.close();
        source.send(1);

        assertThat(other.receive()).isEqualTo(1);
        Await.until("it is forgotten", () -> broadcast.subscribers() == 1);
    }

    @Test
    void shouldFailAllSubscribersWithTheSource() {
        List<Receiver<Integer>> receivers = IntStream.range(0, 3)
                .mapToObj(i -> broadcast.subscribe().receiver())
                .toList();
        Throwable cause = new IllegalStateException("no news");
        source.fail(cause);

        for (Receiver<Integer> receiver : receivers) {
            assertThatThrownBy(receiver::receive).hasCause(cause);
        }
        Receiver<Integer> late = broadcast.subscribe().receiver();
        assertThatThrownBy(late::receive).hasCause(cause);
        assertThat(broadcast.subscribers()).isZero();
    }

    @Test
    void shouldCloseASubscriptionThatComesTooLate() throws InterruptedException {
        Receiver<Integer> early = broadcast.subscribe().receiver();
        source.close();

        assertThat(allOf(early)).isEmpty();
        assertThat(allOf(broadcast.subscribe().receiver())).isEmpty();
        scope.join();
    }

    @Test
    void shouldFailSubscribersAndSourceWithTheScope() throws InterruptedException {
        Channel<Integer> outside = Channel.buffered(1);
        broadcast.subscribe(outside);
        source.send(1);
        source.send(2);
        Await.until("the broadcast waits", () -> outside.stats().waitingSenders() == 1);
        scope.cancel();

        Await.until("both have ended", () -> source.isClosed() && outside.isClosed());
        assertThatThrownBy(() -> source.send(3)).isInstanceOf(ChannelFailedException.class);
        assertThatThrownBy(outside::receive).isInstanceOf(ChannelFailedException.class);
        scope.close();
        assertThat(undelivered).containsExactly(2);
    }

    @Test
    void shouldNotCountAsUndeliveredWhatHasReachedOneSubscriber() throws InterruptedException {
        Receiver<Integer> served = broadcast.subscribe(Channel.unlimited()).receiver();
        Channel<Integer> full = Channel.rendezvous();
        broadcast.subscribe(full);
        source.send(1);
        Await.until("the broadcast waits", () -> full.stats().waitingSenders() == 1);
        scope.cancel();

        Await.until("all have ended", () -> source.isClosed() && ((Channel<?>) served).isClosed());
        scope.close();
        assertThat(undelivered).isEmpty();
        assertThat(source.stats().receives()).isEqualTo(1);
    }

    @Test
    void shouldBeUsableInSelects() throws InterruptedException {
        Receiver<Integer> one = broadcast.subscribe(Channel.buffered(1)).receiver();
        Receiver<Integer> two = broadcast.subscribe(Channel.buffered(1)).receiver();
        Select<String> send =
                Select.<String>inOrder().send(source, () -> 7, () -> "sent").build();
        Select<String> receive = Select.<String>fair()
                .receive(one, i -> "one " + i)
                .receive(two, i -> "two " + i)
                .build();

        assertThat(send.select()).isEqualTo("sent");
        assertThat(List.of(receive.select(), receive.select())).containsExactlyInAnyOrder("one 7", "two 7");
    }

    @Test
    void shouldAccountForEachElementHoweverSubscribersComeAndGo() throws InterruptedException {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            Channel<Integer> numbers = Channel.rendezvous();
            List<Visitor> visitors = new ArrayList<>();
            try (ProcessScope inner = ProcessScope.open(scheduler)) {
                Broadcast<Integer> visited = Channels.broadcast(inner, numbers);
                for (int i = 0; i < 20; i++) {
                    Visitor visitor = new Visitor(random.nextInt(4), random.nextInt(50));
                    visitors.add(visitor);
                    inner.spawn(() -> visitor.visit(visited));
                }
                for (int i = 0; i < 200; i++) {
                    numbers.send(i);
                }
                numbers.close();
                inner.join();
            }
            for (Visitor visitor : visitors) {
                assertThat(visitor.seen())
                        .as("seed %s", seed)
                        .hasSize((int) visitor.channel.stats().sends())
                        .isSorted();
                if (!visitor.seen().isEmpty()) {
                    int first = visitor.seen().getFirst();
                    assertThat(visitor.seen())
                            .containsExactlyElementsOf(IntStream.range(
                                            first, first + visitor.seen().size())
                                    .boxed()
                                    .toList());
                }
            }
        }
    }

    /** Subscribes, receives some elements and leaves. */
    private static final class Visitor {
        final Channel<Integer> channel;
        private final List<Integer> received = new ArrayList<>();
        private final List<Integer> dropped = new CopyOnWriteArrayList<>();
        private final int most;

        Visitor(int capacity, int most) {
            ChannelBuilder<Integer> builder = Channel.<Integer>builder().onUndelivered(dropped::add);
            this.channel = capacity == 0 ? builder.rendezvous() : builder.buffered(capacity);
            this.most = most;
        }

        void visit(Broadcast<Integer> broadcast) throws InterruptedException {
            try (Broadcast.Subscription<Integer> subscription = broadcast.subscribe(channel)) {
                while (received.size() < most
                        && subscription.receiver().receiveResult()
                                instanceof ReceiveResult.Received<Integer>(Integer i)) {
                    received.add(i);
                }
            }
        }

        /** Returns what was received, and what was left when it went. */
        List<Integer> seen() {
            List<Integer> seen = new ArrayList<>(received);
            seen.addAll(dropped);
            return seen;
        }
    }
}
