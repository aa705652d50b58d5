package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
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
