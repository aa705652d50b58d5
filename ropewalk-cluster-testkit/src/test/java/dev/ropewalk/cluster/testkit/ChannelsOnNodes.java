package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelFailedException;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.RemoteChannel;
import dev.ropewalk.cluster.RemoteFailureException;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.testkit.Goods.Handing;
import dev.ropewalk.cluster.testkit.Goods.Hint;
import dev.ropewalk.cluster.testkit.Goods.Item;
import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Channels whose senders are on other nodes. Each engine has a subclass. */
public abstract class ChannelsOnNodes extends OnNodes implements ChannelContract {
    @Override
    CodecRegistry codecs() {
        return Goods.CODECS;
    }

    @Override
    public final Cluster home() {
        return clusters.isEmpty() ? join() : clusters.getFirst();
    }

    @Override
    @SuppressWarnings("unchecked") // all elements are items
    public final Object there(Object sender) {
        return hand((Sender<Item>) sender, clusters.size() == 1 ? join() : clusters.get(1));
    }

    @Override
    public final long lossesOfAll() {
        return losses.size();
    }

    private Sender<Item> hand(Sender<Item> sender, Cluster to) {
        return Goods.hand(sender, home(), to, LONG);
    }

    private RemoteChannel<Item> channel(int capacity) {
        return home().channel("items", Item.class, capacity);
    }

    /** Has a thread send items until that fails; returns what it has sent by then. */
    private static CompletableFuture<Integer> sendAll(Sender<Item> sender, int from, int count) {
        var sent = new CompletableFuture<Integer>();
        Thread ignored = Thread.ofVirtual().start(() -> {
            int number = 0;
            try {
                while (number < count
                        && sender.sendResult(new Item(from, number)).isSent()) {
                    number++;
                }
                sent.complete(number);
            } catch (InterruptedException | RuntimeException failed) {
                sent.completeExceptionally(failed);
            }
        });
        return sent;
    }

    @Test
    void shouldReceiveFromManyNodes() throws Exception {
        RemoteChannel<Item> channel = channel(3);
        List<Sender<Item>> senders = new ArrayList<>(List.of(channel.sender()));
        for (int i = 0; i < 3; i++) {
            senders.add(hand(channel.sender(), join()));
        }
        for (int i = 0; i < senders.size(); i++) {
            var ignored = sendAll(senders.get(i), i, 300);
        }
        Map<Integer, Integer> next = new HashMap<>();
        for (int i = 0; i < 300 * senders.size(); i++) {
            Item item = channel.receiver().receive(LONG).orElseThrow();
            assertThat(item.number()).isEqualTo(next.getOrDefault(item.from(), 0));
            next.put(item.from(), item.number() + 1);
        }
        assertThat(losses).isEmpty();
    }

    @Test
    void shouldHandSendersOnFromNodeToNode() throws Exception {
        RemoteChannel<Item> channel = channel(3);
        Cluster second = join();
        Cluster third = join();
        Sender<Item> there = hand(channel.sender(), second);
        Sender<Item> further = Goods.hand(there, second, third, LONG);
        Sender<Item> back = Goods.hand(further, third, home(), LONG);
        further.send(new Item(0, 0));
        back.send(new Item(0, 1));
        assertThat(List.of(channel.receiver().receive(), channel.receiver().receive()))
                .containsExactlyInAnyOrder(new Item(0, 0), new Item(0, 1));
        assertThat(back).isSameAs(channel.sender());
        assertThat(hand(channel.sender(), second)).isSameAs(there);
    }

    @Test
    void shouldHoldNoMoreThanItsCapacityHoweverManySend() throws Exception {
        int capacity = 7;
        int nodes = 3;
        RemoteChannel<Item> channel = channel(capacity);
        List<Sender<Item>> senders = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            senders.add(hand(channel.sender(), join()));
        }
        var accepted = new AtomicInteger();
        for (Sender<Item> sender : senders) {
            for (int i = 0; i < 50; i++) {
                var ignored = sender.sendAsync(new Item(0, i), Runnable::run, result -> accepted.incrementAndGet());
            }
        }
        Await.until(() -> accepted + " have room", () -> accepted.get() >= capacity, LONG);
        for (int received = 0; received < 50 * nodes; received++) {
            assertThat(accepted.get()).isLessThanOrEqualTo(capacity + received);
            assertThat(channel.receiver().receive(LONG)).isPresent();
        }
        Await.until(() -> accepted + " are accepted", () -> accepted.get() == 50 * nodes, LONG);
    }

    @Test
    void shouldFailSendersWhenItsNodeFails() {
        Cluster first = join();
        Cluster second = join();
        RemoteChannel<Item> channel = second.channel("items", Item.class, 4);
        Sender<Item> sender = Goods.hand(channel.sender(), second, first, LONG);
        CompletableFuture<Integer> sent = sendAll(sender, 0, Integer.MAX_VALUE);
        Await.until(
                "all room is used",
                () -> Objects.requireNonNull(first.stats().links().get(second.self()))
                                .sent()
                        >= 4,
                LONG);
        kill(1);
        assertThat(sent.orTimeout(60, TimeUnit.SECONDS).join()).isGreaterThanOrEqualTo(4);
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(() -> sender.trySend(new Item(0, 0)))
                .havingCause()
                .isInstanceOf(RemoteFailureException.class)
                .withMessageContaining(second.self() + " is no member any more");
        Await.until("what wasn't received is counted", () -> losses.size() == sent.join(), LONG);
        assertThat(losses)
                .allMatch(loss -> loss.reason() == MessageLoss.Reason.NODE_GONE
                        && loss.peer().equals(Optional.of(second.self()))
                        && loss.recipient().equals(second.self() + "/channel/items"));
    }

    @Test
    void shouldFailTheReceiverWhenASendersNodeFails() throws Exception {
        RemoteChannel<Item> channel = channel(4);
        Cluster second = join();
        Sender<Item> sender = hand(channel.sender(), second);
        sender.send(new Item(0, 0));
        assertThat(channel.receiver().receive(LONG)).contains(new Item(0, 0));
        kill(1);
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(() -> channel.receiver().receive(LONG.multipliedBy(2)))
                .havingCause()
                .isInstanceOf(RemoteFailureException.class)
                .withMessageContainingAll(second.self().toString(), "channel items", "no member any more");
    }

    @Test
    void shouldDeliverWhatALeavingSenderHasAccepted() throws Exception {
        RemoteChannel<Item> channel = channel(100);
        Cluster second = join();
        Sender<Item> sender = hand(channel.sender(), second);
        CompletableFuture<Integer> sent = sendAll(sender, 0, Integer.MAX_VALUE);
        Item first = channel.receiver().receive(LONG).orElseThrow();
        assertThat(first).isEqualTo(new Item(0, 0));
        assertThat(second.close(LONG).isComplete()).isTrue();
        int count = sent.join();
        for (int i = 1; i < count; i++) {
            assertThat(channel.receiver().receive(LONG)).contains(new Item(0, i));
        }
        assertThat(sender.trySendResult(new Item(0, count))).isInstanceOf(SendResult.Failed.class);
        channel.sender().send(new Item(1, 0)); // it goes on for others
        assertThat(channel.receiver().receive(LONG)).contains(new Item(1, 0));
        assertThat(losses).isEmpty();
    }

    @Test
    void shouldDeliverWhatWasAcceptedBeforeItsNodeLeaves() throws Exception {
        Cluster first = join();
        Cluster second = join();
        RemoteChannel<Item> channel = second.channel("items", Item.class, 100);
        Sender<Item> sender = Goods.hand(channel.sender(), second, first, LONG);
        CompletableFuture<Integer> sent = sendAll(sender, 0, Integer.MAX_VALUE);
        assertThat(channel.receiver().receive(LONG)).contains(new Item(0, 0));
        assertThat(second.close(LONG).isComplete()).isTrue();
        int count = sent.join();
        for (int i = 1; i < count; i++) {
            assertThat(channel.receiver().receive(LONG)).contains(new Item(0, i));
        }
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(() -> channel.receiver().receive(LONG))
                .withStackTraceContaining("leaves the cluster");
        assertThat(sender.trySendResult(new Item(0, 0))).isInstanceOf(SendResult.Failed.class);
        assertThat(losses).isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(() -> second.channel("items", Item.class, 1))
                .withMessageContaining("is closed");
    }

    @Test
    void shouldRefuseSendersOfChannelsThatAreOver() throws Exception {
        RemoteChannel<Item> channel = channel(4);
        Cluster second = join();
        channel.close();
        Await.until(
                "it is over", () -> channel.receiver().tryReceiveResult() instanceof ReceiveResult.Closed<Item>, LONG);
        Sender<Item> late = hand(channel.sender(), second);
        SendResult result = late.sendResult(new Item(0, 0), LONG);
        assertThat(result.isSent() || result.equals(SendResult.full()))
                .as("%s", result)
                .isFalse();
    }

    @Test
    void shouldEndSendersThatNobodyUses() throws Exception {
        RemoteChannel<Item> channel = channel(4);
        Cluster second = join();
        Sender<Item> unused = hand(channel.sender(), second);
        channel.sender().send(new Item(0, 0));
        channel.close();
        assertThat(channel.receiver().receive(LONG)).contains(new Item(0, 0));
        Await.until("the end is told", unused::isClosed, LONG);
        Await.until(
                "it isn't kept any more", () -> !hand(channel.sender(), second).equals(unused), LONG);
        Sender<Item> late = hand(channel.sender(), second);
        Await.until("the end is told to one that comes late", late::isClosed, LONG);
        assertThat(losses).isEmpty();
    }

    @Test
    void shouldGoOnWhenNodesFailThatHaveNeverSent() throws Exception {
        RemoteChannel<Item> channel = channel(4);
        Cluster second = join();
        Sender<Item> ignored = hand(channel.sender(), second);
        Node gone = second.self();
        kill(1);
        Await.until(
                "it is gone",
                () -> home().members().stream()
                        .noneMatch(member -> member.node().equals(gone)),
                LONG);
        channel.sender().send(new Item(0, 0));
        assertThat(channel.receiver().receive(LONG)).contains(new Item(0, 0));
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // the types are wrong
    void shouldRefuseWhatCannotBeSent() throws Exception {
        RemoteChannel<Item> channel = channel(4);
        Sender<Item> sender = hand(channel.sender(), join());
        assertThatExceptionOfType(EncodingException.class)
                .isThrownBy(() -> ((Sender) sender).send(new Thread()))
                .withMessageContaining("java.lang.Thread");
        assertThatExceptionOfType(EncodingException.class)
                .isThrownBy(() -> sender.send(new Item(0, 0, "x".repeat(64 << 20))))
                .withMessageContaining("is longer than");
        sender.send(new Item(0, 1));
        assertThat(channel.receiver().receive(LONG)).contains(new Item(0, 1));
        for (String name : List.of("\ud800", "x".repeat(64 << 20))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> home().channel(name, Item.class, 1))
                    .withMessageContainingAll("name of a channel", "bytes in UTF-8");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> home().channel("threads", Thread.class, 1))
                .withMessageContainingAll("'threads'", "java.lang.Thread", "codecs don't know");
        Channel<Item> foreign = Channel.buffered(1);
        assertThatExceptionOfType(EncodingException.class)
                .isThrownBy(() -> Goods.CODECS.encoder().encode(new byte[0], new Handing(foreign)));
        ((Sender) sender).send(new Hint(3));
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(() -> channel.receiver().receive(LONG))
                .withStackTraceContaining("can't be read")
                .withStackTraceContaining("Hint");
        Await.until("the sender is told", sender::isClosed, LONG);
        assertThat(losses).extracting(MessageLoss::reason).containsExactly(MessageLoss.Reason.MALFORMED);
    }

    @Test
    void shouldSendManyAtOnce() throws Exception {
        RemoteChannel<Item> channel = channel(256);
        CompletableFuture<Integer> sent = sendAll(hand(channel.sender(), join()), 0, 20_000);
        for (int i : IntStream.range(0, 20_000).toArray()) {
            assertThat(channel.receiver().receive(LONG)).contains(new Item(0, i));
        }
        assertThat(sent.join()).isEqualTo(20_000);
    }
}
