package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However a pipeline ends, each element that was sent is received or undelivered, once. */
@Timeout(60)
class OperatorAccountingTest {
    private static final int ROUNDS = 300;
    private static final int ELEMENTS = 400;

    @ParameterizedTest
    @EnumSource
    void shouldAccountForEachElement(ThreadSource threads) throws InterruptedException {
        try (Scheduler scheduler = threads.newScheduler()) {
            for (long seed = 0; seed < ROUNDS; seed++) {
                Round round = new Round(scheduler, new Random(seed));
                round.run();
                assertThat(round.received.get() + round.undelivered.get())
                        .as("received %s and undelivered %s, seed %s", round.received, round.undelivered, seed)
                        .isEqualTo(round.sent.get());
            }
        }
    }

    /** What is wrong when the source, at which senders wait, is closed already. */
    enum Accident {
        FUNCTION_THROWS,
        TARGET_FAILED,
        TARGET_CLOSED,
        SCOPE_CANCELLED
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveNoSenderBehindAtASourceThatWasClosed(Accident accident) throws Exception {
        List<Integer> undelivered = new CopyOnWriteArrayList<>();
        Channel<Integer> from =
                Channel.<Integer>builder().onUndelivered(undelivered::add).buffered(1);
        Channel<Integer> to = Channel.rendezvous();
        from.send(1);
        List<FutureTask<SendResult>> waiting = new ArrayList<>();
        for (int i = 2; i <= 4; i++) {
            int element = i;
            var send = new FutureTask<SendResult>(() -> from.sendResult(element));
            waiting.add(send);
            Thread.ofVirtual().start(send);
            Await.until("it waits", () -> from.stats().waitingSenders() == waiting.size());
        }
        from.close();
        if (accident == Accident.TARGET_FAILED) {
            to.fail(new IllegalStateException("accident"));
        } else if (accident == Accident.TARGET_CLOSED) {
            to.close();
        }
        var inHand = new CountDownLatch(1);
        try (Scheduler scheduler = Scheduler.create();
                ProcessScope scope = ProcessScope.open(scheduler)) {
            Channels.map(scope, from, element -> failOrWait(accident, inHand, element), to);
            if (accident == Accident.SCOPE_CANCELLED) {
                inHand.await();
                scope.cancel();
            }
            scope.join();
        } catch (ScopeFailedException | CancellationException expected) {
            // the accident
        }
        int sent = 0;
        for (FutureTask<SendResult> send : waiting) {
            sent += send.get().isSent() ? 1 : 0;
        }
        assertThat(undelivered).hasSize(1 + sent);
        assertThat(from.receiveResult()).isEqualTo(ReceiveResult.closed());
    }

    private static Integer failOrWait(Accident accident, CountDownLatch inHand, Integer element) {
        inHand.countDown();
        switch (accident) {
            case FUNCTION_THROWS -> throw new IllegalStateException("accident");
            case SCOPE_CANCELLED -> {
                try {
                    Thread.sleep(Long.MAX_VALUE);
                } catch (InterruptedException e) {
                    throw new CancellationException("cancelled");
                }
            }
            default -> {}
        }
        return element;
    }

    @Test
    void shouldEndTheChannelsOfAnOperatorThatNeverBegan() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        Channel<Integer> from = Channel.rendezvous();
        Channel<Integer> to = Channel.rendezvous();
        try (Scheduler scheduler =
                        Scheduler.builder().workers(1).maxSpareWorkers(0).build();
                ProcessScope scope = ProcessScope.open(scheduler)) {
            scheduler.execute(() -> await(held));
            Channels.pipe(scope, from, to);
            scope.cancel();
            held.countDown();
            Await.until("both have ended", () -> from.isClosed() && to.isClosed());
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Two sources, merged, mapped and batched, until something happens at a random moment. */
    private static final class Round {
        final AtomicLong sent = new AtomicLong();
        final AtomicLong received = new AtomicLong();
        final AtomicLong undelivered = new AtomicLong();

        private final CountDownLatch allSpawned = new CountDownLatch(1);
        private final Random random;
        private final ProcessScope scope;
        private final List<Channel<Integer>> sources;
        private final Channel<Integer> merged;
        private final Channel<Integer> mapped;
        private final Channel<List<Integer>> batches;
        private final int accident;
        private final long when;

        Round(Scheduler scheduler, Random random) {
            this.random = random;
            this.scope = ProcessScope.open(scheduler);
            this.sources = List.of(channel(), channel());
            this.merged = channel();
            this.mapped = channel();
            this.batches = Channel.<List<Integer>>builder()
                    .onUndelivered(batch -> undelivered.addAndGet(batch.size()))
                    .buffered(1 + random.nextInt(3));
            this.accident = random.nextInt(9);
            this.when = random.nextInt(ELEMENTS);
        }

        private Channel<Integer> channel() {
            ChannelBuilder<Integer> builder =
                    Channel.<Integer>builder().onUndelivered(element -> undelivered.incrementAndGet());
            int capacity = random.nextInt(20);
            return capacity == 0 ? builder.rendezvous() : builder.buffered(capacity);
        }

        void run() throws InterruptedException {
            try (scope) {
                Channels.merge(scope, sources, merged);
                Channels.map(scope, merged, this::same, mapped);
                Channels.batch(scope, mapped, 1 + random.nextInt(8), Duration.ofNanos(random.nextInt(20_000)), batches);
                sources.forEach(source -> scope.spawn(() -> produce(source)));
                allSpawned.countDown();
                batches.forEach(batch -> received.addAndGet(batch.size()));
            } catch (ChannelFailedException | ScopeFailedException | CancellationException accident) {
                // the scope is closed
            }
        }

        private void produce(Channel<Integer> source) throws InterruptedException {
            allSpawned.await();
            for (int i = 0; i < ELEMENTS; i++) {
                if (!source.sendResult(i).isSent()) {
                    return;
                }
                if (sent.incrementAndGet() == when) {
                    cause();
                }
            }
            source.close();
        }

        private Integer same(Integer element) {
            if (accident == 0 && sent.get() >= when) {
                throw new IllegalStateException("accident");
            }
            return element;
        }

        private void cause() {
            Throwable cause = new IllegalStateException("accident");
            switch (accident) {
                case 1 -> scope.cancel();
                case 2 -> sources.getFirst().fail(cause);
                case 3 -> sources.getLast().close();
                case 4 -> merged.fail(cause);
                case 5 -> mapped.fail(cause);
                case 6 -> mapped.close();
                case 7 -> batches.fail(cause);
                default -> {}
            }
        }
    }
}
