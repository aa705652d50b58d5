package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Measures how many messages of 64 bytes go from one link to another, over an engine that hands frames over at once; sender, links and receiver share one worker. A program to be
 * started by hand: its arguments are how many millions of messages a round has, and how many rounds there are.
 */
final class LinkThroughput {
    private static final int BYTES = 64;
    private static final int BURST = 256;
    private static final double NANOS_A_SECOND = 1e9;

    private final Scheduler scheduler;
    private final Strand sender;
    private final Link from;
    private final Link to;
    private long left;
    private long expected;
    private CountDownLatch done = new CountDownLatch(0);

    private LinkThroughput(Scheduler scheduler) {
        this.scheduler = scheduler;
        sender = scheduler.newStrand();
        var first = new Node("first", 1, 1);
        var second = new Node("second", 2, 2);
        Link[] links = new Link[2];
        links[0] = new Link(
                new Direct(first, frame -> links[1].received(frame)),
                second,
                scheduler,
                LinkOptions.defaults(),
                new Taker());
        links[1] = new Link(
                new Direct(second, frame -> links[0].received(frame)),
                first,
                scheduler,
                LinkOptions.defaults(),
                new Taker());
        from = links[0];
        to = links[1];
    }

    /** Runs it. */
    public static void main(String[] arguments) throws InterruptedException {
        long messages = 1_000_000L * Integer.parseInt(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            var run = new LinkThroughput(scheduler);
            for (int i = 0; i < rounds; i++) {
                double seconds = run.round(messages) / NANOS_A_SECOND;
                System.out.printf(Locale.ROOT, "%.2f million a second%n", messages / seconds / 1_000_000);
            }
            run.from.end();
            run.to.end();
        }
    }

    private long round(long messages) throws InterruptedException {
        left = messages;
        expected = messages;
        done = new CountDownLatch(1);
        long begin = scheduler.nanoTime();
        sender.execute(this::send);
        done.await();
        return scheduler.nanoTime() - begin;
    }

    private void send() {
        for (int i = 0; i < BURST && left > 0; i++) {
            if (!from.trySend(new byte[BYTES], this)) {
                break;
            }
            left--;
        }
        if (left > 0) {
            sender.execute(this::send);
        }
    }

    private final class Taker implements LinkListener {
        @Override
        public void creditGrew() {}

        @Override
        public void messageReceived(ByteBuffer message, Credit credit) {
            credit.giveBack();
            if (--expected == 0) {
                done.countDown();
            }
        }

        @Override
        public void controlReceived(byte[] record) {}

        @Override
        public void lost(Object what, Reason reason) {}
    }

    private record Direct(Node self, Consumer<byte[]> other) implements Engine {
        @Override
        public boolean send(Node to, byte[] frame) {
            other.accept(frame);
            return true;
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
