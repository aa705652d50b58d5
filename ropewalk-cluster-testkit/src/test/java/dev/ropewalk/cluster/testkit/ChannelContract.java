package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelClosedException;
import dev.ropewalk.channel.ChannelFailedException;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.RemoteChannel;
import dev.ropewalk.cluster.testkit.Goods.Item;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What one receiver and its senders see of a channel, whether they are in one process or not. */
public interface ChannelContract {
    /** How long to wait for what comes at once. */
    Duration PATIENCE = Duration.ofSeconds(30);

    /** Returns where channels are received from. */
    Cluster home();

    /** Returns an end of the same channel where elements are sent. */
    Object there(Object sender);

    @SuppressWarnings("unchecked") // what is there is of the same type
    private Sender<Item> senderOf(RemoteChannel<Item> channel) {
        return (Sender<Item>) there(channel.sender());
    }

    private RemoteChannel<Item> channel(int capacity) {
        return home().channel("items", Item.class, capacity);
    }

    private static List<Item> items(int count) {
        return IntStream.range(0, count).mapToObj(i -> new Item(0, i)).toList();
    }

    private static <T> FutureTask<T> start(Callable<T> body) {
        var task = new FutureTask<>(body);
        Thread ignored = Thread.ofVirtual().start(task);
        return task;
    }

    /** Sends by any of some ends until there is no room. */
    @SafeVarargs
    private static void fill(int capacity, Sender<Item>... senders) {
        int[] sent = {0};
        Await.until(
                () -> sent[0] + " of " + capacity + " have room",
                () -> {
                    for (Sender<Item> sender : senders) {
                        while (sent[0] < capacity && sender.trySend(new Item(0, sent[0]))) {
                            sent[0]++;
                        }
                    }
                    return sent[0] == capacity;
                },
                PATIENCE);
    }

    private static List<Item> receive(Receiver<Item> receiver, int count) throws InterruptedException {
        List<Item> received = new ArrayList<>();
        while (received.size() < count) {
            received.add(receiver.receive(PATIENCE).orElseThrow());
        }
        return received;
    }

    @Test
    default void shouldHandOverElementsInOrder() throws Exception {
        RemoteChannel<Item> channel = channel(8);
        Sender<Item> sender = senderOf(channel);
        FutureTask<Void> sending = start(() -> {
            for (Item item : items(2000)) {
                sender.send(item);
            }
            sender.close();
            return null;
        });
        List<Item> received = new ArrayList<>();
        channel.receiver().forEach(received::add);
        sending.get();
        assertThat(received).isEqualTo(items(2000));
        assertThat(sender.isClosed()).isTrue();
    }

    @Test
    default void shouldHaveRoomForItsCapacityAndNoMore() throws Exception {
        RemoteChannel<Item> channel = channel(5);
        Sender<Item> sender = senderOf(channel);
        fill(5, sender);
        assertThat(sender.trySend(new Item(0, 5))).isFalse();
        assertThat(sender.sendResult(new Item(0, 5), Duration.ofMillis(1))).isEqualTo(SendResult.full());
        FutureTask<Void> sending = start(() -> {
            sender.send(new Item(0, 5));
            return null;
        });
        assertThat(receive(channel.receiver(), 6)).isEqualTo(items(6));
        sending.get();
        assertThat(channel.receiver().tryReceive()).isEmpty();
    }

    @Test
    default void shouldEndAnInterruptedSendWithoutSending() throws Exception {
        RemoteChannel<Item> channel = channel(1);
        Sender<Item> sender = senderOf(channel);
        fill(1, sender);
        var began = new CountDownLatch(1);
        var end = new CompletableFuture<Throwable>();
        Thread waiting = Thread.ofVirtual().start(() -> {
            began.countDown();
            try {
                sender.send(new Item(0, -1));
                end.complete(new AssertionError("it was sent"));
            } catch (InterruptedException interrupted) {
                end.complete(interrupted);
            }
        });
        began.await();
        waiting.interrupt();
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        assertThat(receive(channel.receiver(), 1)).isEqualTo(items(1));
        sender.send(new Item(0, 7));
        assertThat(receive(channel.receiver(), 1)).containsExactly(new Item(0, 7));
    }

    @Test
    default void shouldSendWithoutAThread() throws Exception {
        RemoteChannel<Item> channel = channel(1);
        Sender<Item> sender = senderOf(channel);
        List<CompletableFuture<SendResult>> results = new ArrayList<>();
        for (Item item : items(20)) {
            var result = new CompletableFuture<SendResult>();
            results.add(result);
            var ignored = sender.sendAsync(item, Runnable::run, result::complete);
        }
        assertThat(receive(channel.receiver(), 20)).isEqualTo(items(20));
        for (CompletableFuture<SendResult> result : results) {
            assertThat(result.get()).isEqualTo(SendResult.sent());
        }
    }

    @Test
    default void shouldTakePartInSelects() throws Exception {
        RemoteChannel<Item> channel = channel(1);
        Sender<Item> sender = senderOf(channel);
        Channel<String> other = Channel.rendezvous();
        Select<String> sendOrReceive = Select.<String>fair()
                .send(sender, () -> new Item(0, 3), () -> "sent")
                .receive(other, text -> text)
                .build();
        assertThat(sendOrReceive.select()).isEqualTo("sent");
        assertThat(sender.trySend(new Item(0, 4))).isFalse();
        FutureTask<String> selecting = start(sendOrReceive::select);
        other.send("received");
        assertThat(selecting.get()).isEqualTo("received");
        Select<Item> receiving =
                Select.<Item>fair().receive(channel.receiver(), item -> item).build();
        FutureTask<String> again = start(sendOrReceive::select);
        assertThat(receiving.select()).isEqualTo(new Item(0, 3));
        assertThat(receiving.select()).isEqualTo(new Item(0, 3));
        assertThat(again.get()).isEqualTo("sent");
    }

    @Test
    default void shouldReceiveWhatWasSentBeforeItWasClosed() throws Exception {
        RemoteChannel<Item> channel = channel(3);
        Sender<Item> sender = senderOf(channel);
        fill(3, sender);
        List<CompletableFuture<SendResult>> waiting = new ArrayList<>();
        for (int i = 3; i < 8; i++) {
            var result = new CompletableFuture<SendResult>();
            waiting.add(result);
            var ignored = sender.sendAsync(new Item(0, i), Runnable::run, result::complete);
        }
        sender.close();
        assertThatExceptionOfType(ChannelClosedException.class).isThrownBy(() -> sender.send(new Item(0, 9)));
        assertThat(receive(channel.receiver(), 8)).isEqualTo(items(8));
        for (CompletableFuture<SendResult> result : waiting) {
            assertThat(result.get()).isEqualTo(SendResult.sent());
        }
        assertThatExceptionOfType(ChannelClosedException.class)
                .isThrownBy(() -> channel.receiver().receive())
                .isNotInstanceOf(ChannelFailedException.class);
    }

    @Test
    default void shouldTellSendersThatTheReceiverHasClosed() throws Exception {
        RemoteChannel<Item> channel = channel(3);
        Sender<Item> sender = senderOf(channel);
        sender.send(new Item(0, 0));
        channel.close();
        Await.until("it is told", sender::isClosed, PATIENCE);
        assertThat(sender.trySendResult(new Item(0, 1))).isEqualTo(SendResult.closed());
        assertThat(channel.sender().isClosed()).isTrue();
        List<Item> received = new ArrayList<>();
        channel.receiver().forEach(received::add);
        assertThat(received).isEqualTo(items(1));
    }

    @Test
    default void shouldTellTheReceiverOfTheFailureOfASender() throws Exception {
        RemoteChannel<Item> channel = channel(3);
        Sender<Item> sender = senderOf(channel);
        FutureTask<Item> receiving = start(() -> channel.receiver().receive());
        sender.fail(new IllegalStateException("the mill has stopped"));
        assertThatThrownBy(receiving::get)
                .cause()
                .isInstanceOf(ChannelFailedException.class)
                .cause()
                .hasMessageContaining("the mill has stopped");
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(() -> sender.send(new Item(0, 0)))
                .withStackTraceContaining("the mill has stopped");
        Await.until("the other end is told", channel.sender()::isClosed, PATIENCE);
    }

    @Test
    default void shouldTellSendersOfTheFailureOfTheReceiver() throws Exception {
        RemoteChannel<Item> channel = channel(2);
        Sender<Item> sender = senderOf(channel);
        fill(2, sender);
        FutureTask<Void> waiting = start(() -> {
            sender.send(new Item(0, 2));
            return null;
        });
        channel.fail(new IllegalStateException("the shop is shut"));
        assertThatThrownBy(waiting::get)
                .cause()
                .isInstanceOf(ChannelFailedException.class)
                .cause()
                .hasMessageContaining("the shop is shut");
        assertThat(sender.trySendResult(new Item(0, 3))).isInstanceOf(SendResult.Failed.class);
        Await.until("what had room is counted", () -> lossesOfAll() == 2, PATIENCE);
    }

    /** Returns how many losses all nodes have counted. */
    long lossesOfAll();

    @Test
    default void shouldFailEvenWhenItWasClosedBefore() throws Exception {
        RemoteChannel<Item> channel = channel(2);
        Sender<Item> sender = senderOf(channel);
        fill(2, sender);
        sender.close();
        channel.fail(new IllegalStateException("the shop is shut"));
        Await.until("what had room is counted", () -> lossesOfAll() == 2, PATIENCE);
    }

    @Test
    default void shouldShareItsRoomAmongSenders() throws Exception {
        RemoteChannel<Item> channel = channel(4);
        Sender<Item> sender = senderOf(channel);
        Sender<Item> own = channel.sender();
        for (int i = 0; i < 100; i++) { // each has room again and again, though the other one had it all
            own.send(new Item(1, i));
            assertThat(receive(channel.receiver(), 1)).containsExactly(new Item(1, i));
            sender.send(new Item(0, i));
            assertThat(receive(channel.receiver(), 1)).containsExactly(new Item(0, i));
        }
        for (int i = 0; i < 10; i++) { // and none of it is lost
            fill(4, own, sender);
            assertThat(sender.trySend(new Item(0, 4))).isFalse();
            assertThat(own.trySend(new Item(0, 4))).isFalse();
            assertThat(receive(channel.receiver(), 4)).containsExactlyInAnyOrderElementsOf(items(4));
        }
    }

    @Test
    default void shouldRefuseBadArguments() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> channel(0))
                .withMessageContainingAll("'items'", "from 1 to 1048576", "0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> channel(1 << 21))
                .withMessageContainingAll("'items'", "2097152");
        assertThatIllegalArgumentException().isThrownBy(() -> home().channel(" ", Item.class, 1));
    }
}
