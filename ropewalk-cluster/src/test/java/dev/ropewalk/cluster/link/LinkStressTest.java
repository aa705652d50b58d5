package dev.ropewalk.cluster.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Threads that send by a link between real schedulers, over an engine that loses and refuses some frames: the fate of each message is known in the end. */
class LinkStressTest {
    private static final int THREADS = 3;
    private static final int MESSAGES = 20_000;
    private static final int QUESTIONS = 2_000;
    private static final LinkOptions WINDOW = new LinkOptions(256, 64 << 10);

    private volatile boolean healed;
    private volatile @Nullable LinkStats misfit;

    @Test
    void shouldKnowTheFateOfEachMessage() throws Exception {
        var first = new Node("first", 1, 1);
        var second = new Node("second", 2, 2);
        Scheduler here = Scheduler.builder().workers(2).build();
        Scheduler there = Scheduler.builder().workers(2).build();
        Link[] links = new Link[2];
        var mouth = new Ear(here);
        var ear = new Ear(there);
        links[0] = new Link(new Lossy(first, frame -> links[1].received(frame)), second, here, WINDOW, mouth);
        links[1] = new Link(new Lossy(second, frame -> links[0].received(frame)), first, there, WINDOW, ear);
        Thread[] senders = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int from = i * MESSAGES;
            senders[i] = Thread.ofPlatform().start(() -> send(links[0], from));
        }
        for (Thread sender : senders) {
            sender.join();
        }
        healed = true;
        Await.until(() -> "everything is settled: " + links[0].stats(), () -> isSettled(links[0]), Await.DEADLINE);
        LinkStats stats = links[0].stats();
        links[0].end();
        links[1].end();
        here.close();
        there.close(); // all that was told is noted

        assertThat(misfit).isNull();
        assertThat(stats.sent()).isEqualTo(THREADS * MESSAGES);
        assertThat(stats.lost()).isEqualTo(mouth.lost.cardinality());
        assertThat(stats.acknowledged()).isEqualTo(ear.received.cardinality());
        assertThat(links[1].stats().received()).isEqualTo(ear.received.cardinality());
        assertThat(ear.isOutOfOrder).as("out of order, or twice").isFalse();
        mouth.lost.xor(ear.received);
        assertThat(mouth.lost.cardinality())
                .as("messages that came, or were lost")
                .isEqualTo(THREADS * MESSAGES);
    }

    @Test
    void shouldLoseNoQuestionAndNoAnswer() throws Exception {
        healed = true;
        var first = new Node("first", 1, 1);
        var second = new Node("second", 2, 2);
        Scheduler here = Scheduler.builder().workers(2).build();
        Scheduler there = Scheduler.builder().workers(2).build();
        Link[] links = new Link[2];
        var answers = new Answers();
        var echo = new Echo(there, links);
        links[0] = new Link(new Lossy(first, frame -> links[1].received(frame)), second, here, WINDOW, answers);
        links[1] = new Link(new Lossy(second, frame -> links[0].received(frame)), first, there, WINDOW, echo);
        Thread[] askers = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int asker = i;
            askers[i] = Thread.ofPlatform().start(() -> ask(links[0], answers, asker));
        }
        for (Thread asker : askers) {
            asker.join();
        }
        for (int asker = 0; asker < THREADS; asker++) {
            assertThat(answers.answered.get(asker)).as("answers of %d", asker).isEqualTo(QUESTIONS);
        }
        Await.until(() -> "all credit is back: " + links[0].stats(), () -> isSettled(links[0]), Await.DEADLINE);
        assertThat(links[0].stats().lost() + links[1].stats().lost()).isZero();
        links[0].end();
        links[1].end();
        here.close();
        there.close();
    }

    private static void ask(Link link, Answers answers, int asker) {
        for (int i = 0; i < QUESTIONS; i++) {
            byte[] question = ByteBuffer.allocate(Integer.BYTES).putInt(asker).array();
            while (!link.trySend(question, question)) {
                LockSupport.parkNanos(1000);
            }
            int number = i + 1;
            Await.until("question " + number + " is answered", () -> answers.answered.get(asker) == number);
        }
    }

    /** Answers each question by a task of its scheduler. */
    private static final class Echo implements LinkListener {
        private final Scheduler scheduler;
        private final Link[] links;

        Echo(Scheduler scheduler, Link[] links) {
            this.scheduler = scheduler;
            this.links = links;
        }

        @Override
        public void messageReceived(ByteBuffer message, Credit credit) {
            byte[] answer =
                    ByteBuffer.allocate(Integer.BYTES).putInt(message.getInt()).array();
            scheduler.execute(() -> {
                credit.giveBack();
                answer(answer);
            });
        }

        private void answer(byte[] answer) {
            if (!links[1].trySend(answer, answer)) {
                scheduler.execute(() -> answer(answer));
            }
        }

        @Override
        public void controlReceived(byte[] record) {}

        @Override
        public void lost(Object what, Reason reason) {}
    }

    private static final class Answers implements LinkListener {
        final AtomicIntegerArray answered = new AtomicIntegerArray(THREADS);

        @Override
        public void messageReceived(ByteBuffer message, Credit credit) {
            credit.giveBack();
            answered.incrementAndGet(message.getInt());
        }

        @Override
        public void controlReceived(byte[] record) {}

        @Override
        public void lost(Object what, Reason reason) {}
    }

    private static boolean isSettled(Link link) {
        LinkStats stats = link.stats();
        return stats.inFlight() == 0 && stats.credit() == WINDOW.windowMessages();
    }

    private void send(Link link, int from) {
        for (int i = 0; i < MESSAGES; i++) {
            byte[] message = ByteBuffer.allocate(Integer.BYTES).putInt(from + i).array();
            while (!link.trySend(message, from + i)) {
                LockSupport.parkNanos(1000);
            }
            LinkStats stats = link.stats();
            if (stats.acknowledged() + stats.inFlight() + stats.lost() != stats.sent()) {
                misfit = stats;
            }
        }
    }

    /** Notes what comes on the strand; the test reads it when all is settled. */
    private static final class Ear implements LinkListener {
        final BitSet received = new BitSet();
        final BitSet lost = new BitSet();
        private final Scheduler scheduler;
        private final int[] next = new int[THREADS];
        private boolean isOutOfOrder;

        Ear(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        @Override
        public void messageReceived(ByteBuffer message, Credit credit) {
            int number = message.getInt();
            int sender = number / MESSAGES;
            isOutOfOrder |= number % MESSAGES < next[sender];
            next[sender] = number % MESSAGES + 1;
            received.set(number);
            scheduler.execute(credit::giveBack);
        }

        @Override
        public void controlReceived(byte[] record) {}

        @Override
        public void lost(Object what, Reason reason) {
            lost.set((Integer) what);
        }
    }

    private final class Lossy implements Engine {
        private final Node self;
        private final Consumer<byte[]> other;

        Lossy(Node self, Consumer<byte[]> other) {
            this.self = self;
            this.other = other;
        }

        @Override
        public Node self() {
            return self;
        }

        @Override
        public boolean send(Node to, byte[] frame) {
            int die = healed ? 0 : ThreadLocalRandom.current().nextInt(1000);
            if (die < 980) {
                other.accept(frame);
            }
            return die < 990;
        }

        @Override
        public void host(String type, Optional<String> role) {}

        @Override
        public CompletionStage<Node> locate(String type, int shard) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Void> leave(Duration within) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Void> leaveNow() {
            return new CompletableFuture<>();
        }

        @Override
        public void stop() {}
    }
}
