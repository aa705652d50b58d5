package dev.ropewalk.cluster.reliable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.ReliableOptions;
import dev.ropewalk.cluster.UndeliveredException;
import dev.ropewalk.testing.Await;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A sender whose messages go nowhere: what it does when memory or stack run out, and how much it keeps. */
@Timeout(120)
class ReliableSenderTest {
    private static final EntityType<String, String> CLERKS = EntityType.of("clerk", String.class, String.class);
    private static final long STACK_BYTES = 1 << 18;

    /** After so many attempts the next one waits. */
    private static final int ROUNDS = 2;

    private final ActorSystem system = ActorSystem.create("office");
    private final Cluster cluster = Cluster.local(system);
    private final EntityRef<String, String> clerk;

    ReliableSenderTest() {
        cluster.host(CLERKS, entity -> message -> {});
        clerk = cluster.entity(CLERKS, "one");
    }

    @AfterEach
    void close() {
        cluster.close();
        system.close();
    }

    /** @param bytes whether its bytes were kept */
    private record Sent(int round, long number, boolean bytes) {}

    /** A way on which all is lost, and nobody says so. */
    private final class NoWay implements Way<String> {
        private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();
        private final Queue<Long> given = new ConcurrentLinkedQueue<>();
        private final Queue<String> lost = new ConcurrentLinkedQueue<>();
        private volatile boolean lacksMemory;
        private volatile boolean failsAtLoss;
        private volatile Predicate<Pending<String>> refuses = message -> false;
        private volatile @Nullable Error error;
        private final ReliableSender<String, String> sender;

        NoWay(ReliableOptions options) {
            sender = new ReliableSender<>(clerk, options, this);
        }

        @Override
        public ActorSystem system() {
            if (lacksMemory) {
                throw new OutOfMemoryError("on purpose");
            }
            return system;
        }

        @Override
        public <N> ActorRef<N> spawn(ActorOptions<? super N> options, ActorFactory<N> factory) {
            return system.spawn(options, factory);
        }

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public byte[] encode(String message) {
            return new byte[Integer.parseInt(message)];
        }

        @Override
        public void send(Pending<String> message, Stamp stamp) {
            sent.add(new Sent(stamp.round(), stamp.number(), message.bytes() != null));
            if (stamp.isEmpty()) {
                given.add(stamp.number());
            }
            Error thrown = error;
            if (refuses.test(message) && thrown != null) {
                throw thrown;
            } else if (refuses.test(message)) {
                throw new IllegalStateException("on purpose");
            }
        }

        @Override
        public void lost(String message, MessageLoss.Reason reason) {
            lost.add(message + " " + reason);
            if (failsAtLoss) {
                throw new OutOfMemoryError("on purpose");
            }
        }

        @Override
        public void redelivered() {}

        @Override
        public void ended(ReliableSender<?, String> ended) {}

        void awaitRound(int round) {
            Await.until("round " + round, () -> sent.stream().anyMatch(each -> each.round == round));
        }

        void awaitMessage(long number) {
            Await.until("message " + number, () -> sent.stream().anyMatch(each -> each.number == number));
        }

        /** Has the sender begin again so often that it pauses the next time. */
        void beginAgain() {
            sender.tell("10");
            for (int round = 0; round < ROUNDS; round++) {
                awaitRound(round);
                sender.again(round, 0);
            }
            awaitRound(ROUNDS);
        }
    }

    @Test
    void shouldGoOnThoughTheEndOfAPauseCannotBeScheduled() {
        var way = new NoWay(ReliableOptions.defaults());
        way.beginAgain();
        way.lacksMemory = true;
        assertThatThrownBy(() -> way.sender.again(ROUNDS, 0)).isInstanceOf(OutOfMemoryError.class);
        way.lacksMemory = false;
        way.awaitRound(ROUNDS + 1);
    }

    /** Wherever the stack ends: it isn't left in a pause that nobody ends. */
    @Test
    void shouldGoOnThoughTheStackEndsWhereAPauseBegins() throws Exception {
        boolean isThrough = false;
        for (int spare = 0; !isThrough; spare++) {
            var way = new NoWay(ReliableOptions.defaults());
            way.beginAgain();
            isThrough = hasRoomFor(() -> way.sender.again(ROUNDS, 0), spare);
            way.sender.again(ROUNDS, 0); // if that hasn't come so far
            way.sender.wake();
            way.awaitRound(ROUNDS + 1);
            way.sender.end();
        }
    }

    /** Runs something so many frames before the stack ends; returns false if that is too little. */
    private static boolean hasRoomFor(Runnable task, int spare) throws InterruptedException {
        var left = new AtomicInteger(spare);
        var isThrough = new AtomicBoolean();
        var deep = new Thread(
                null,
                () -> {
                    try {
                        dive(left, task);
                        isThrough.set(true);
                    } catch (StackOverflowError tooLittle) {
                        isThrough.set(false);
                    }
                },
                "deep",
                STACK_BYTES);
        deep.start();
        deep.join();
        return isThrough.get();
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static void dive(AtomicInteger spare, Runnable task) {
        try {
            dive(spare, task);
        } catch (StackOverflowError end) {
            if (spare.getAndDecrement() != 0) {
                throw end;
            }
            task.run();
        }
    }

    @Test
    void shouldCountAMessageOnceThatCannotBeSentThoughItsNumberCannotEither() {
        var way = new NoWay(ReliableOptions.defaults());
        way.refuses = message -> true;
        way.sender.tell("10");
        way.awaitRound(ROUNDS + 2);
        assertThat(way.lost).containsExactly("10 FAILED");
    }

    @Test
    void shouldGiveUpAMessageThatWouldThrowAnErrorForEver() {
        var way = new NoWay(ReliableOptions.defaults());
        way.error = new AssertionError("on purpose");
        way.refuses = message -> !message.isEmpty();
        CompletableFuture<Void> answer = way.sender.deliver("10");
        Await.until("its number is sent", () -> way.given.contains(1L));
        way.sender.handled(2, true);
        assertThat(answer)
                .failsWithin(Await.DEADLINE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(UndeliveredException.class)
                .withMessageContaining("on purpose");
        assertThat(way.lost).containsExactly("10 FAILED");
    }

    @Test
    void shouldGiveUpTheOthersAtItsEndThoughMemoryRunsOutAtOne() {
        var way = new NoWay(ReliableOptions.defaults());
        List<CompletableFuture<Void>> answers =
                List.of(way.sender.deliver("10"), way.sender.deliver("11"), way.sender.deliver("12"));
        way.awaitMessage(3);
        way.failsAtLoss = true;
        assertThatThrownBy(way.sender::end).isInstanceOf(OutOfMemoryError.class);
        assertThat(way.lost).containsExactly("10 CLOSED", "11 CLOSED", "12 CLOSED");
        for (CompletableFuture<Void> answer : answers) {
            assertThat(answer)
                    .failsWithin(Await.DEADLINE)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(UndeliveredException.class);
        }
        assertThat(way.sender.delivered()).succeedsWithin(Await.DEADLINE);
    }

    @Test
    void shouldSendAgainWhatHadNoMemory() {
        var way = new NoWay(ReliableOptions.defaults());
        way.error = new OutOfMemoryError("on purpose");
        way.refuses = message -> true;
        way.sender.tell("10");
        way.awaitRound(ROUNDS + 2);
        assertThat(way.given).isEmpty();
        assertThat(way.lost).isEmpty();
    }

    @Test
    void shouldKeepAsManyBytesInLineAsInTheWindow() {
        var way = new NoWay(ReliableOptions.defaults().windowBytes(1024));
        for (long number = 1; number <= 2; number++) {
            way.sender.tell("1000");
            way.awaitMessage(number);
        }
        int all = 2; // which fill the window
        while (way.sender.tryTell("1000")) {
            all++;
        }
        for (long number = 1; number <= all; number++) {
            long most = number + 1;
            way.awaitMessage(number);
            assertThat(way.sent).as("two at a time").allMatch(each -> each.number <= most);
            way.sender.handled(number + 1, true);
        }
        assertThat(all).isEqualTo(66);
        assertThat(way.sent.stream().filter(Sent::bytes))
                .as("two in the window, one in line")
                .hasSize(3);
        way.sender.tell("1000");
        way.awaitMessage(67);
        assertThat(way.sent.stream().filter(Sent::bytes)).hasSize(4);
    }
}
