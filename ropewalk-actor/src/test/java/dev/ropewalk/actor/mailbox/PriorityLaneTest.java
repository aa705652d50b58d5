package dev.ropewalk.actor.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The queue by priority, against a simple model, under many senders, and with a comparator that can't be relied on. */
@Timeout(30)
class PriorityLaneTest {
    private static final Comparator<Item> ORDER = Comparator.comparingInt(Item::priority);

    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());

    private record Item(int priority, long number) {}

    @Test
    void shouldTakeWhatAPriorityQueueWouldTake() {
        var random = new SplittableRandom(seed);
        var lane = new PriorityLane<>(ORDER);
        var model = new PriorityQueue<>(ORDER.thenComparingLong(Item::number));
        for (int i = 0; i < 100_000; i++) {
            if (random.nextInt(100) < 52) {
                var item = new Item(random.nextInt(10), i);
                lane.put(item);
                model.add(item);
            } else {
                assertThat(lane.take()).as("seed " + seed).isEqualTo(model.poll());
            }
        }
        while (!model.isEmpty()) {
            assertThat(lane.take()).as("seed " + seed).isEqualTo(model.poll());
        }
        assertThat(lane.take()).isNull();
    }

    @Test
    void shouldLoseAndDoubleNothingWhenTheComparatorThrowsNowAndThen() {
        var random = new SplittableRandom(seed);
        var lane = new PriorityLane<Item>((a, b) -> {
            if (random.nextInt(50) == 0) {
                throw new IllegalStateException("now and then");
            }
            return ORDER.compare(a, b);
        });
        Set<Object> in = new HashSet<>();
        int refused = 0;
        for (int i = 0; i < 50_000; i++) {
            if (random.nextInt(100) < 60) {
                var item = new Item(random.nextInt(10), i);
                try {
                    lane.put(item);
                    in.add(item);
                } catch (IllegalStateException thrown) {
                    refused++;
                }
            } else {
                Object taken = lane.take();
                assertThat(taken == null ? in.isEmpty() : in.remove(taken))
                        .as("seed " + seed)
                        .isTrue();
            }
        }
        for (Object taken = lane.take(); taken != null; taken = lane.take()) {
            assertThat(in.remove(taken)).as("seed " + seed).isTrue();
        }
        assertThat(in).as("seed " + seed).isEmpty();
        assertThat(refused).isPositive();
    }

    @Test
    void shouldHaveAMessageForEachTokenWhateverTheComparatorThrows() throws Exception {
        var lane = new PriorityLane<Item>((a, b) -> {
            if (ThreadLocalRandom.current().nextInt(50) == 0) {
                throw new IllegalStateException("now and then");
            }
            return ORDER.compare(a, b);
        });
        var tokens = new Semaphore(0);
        var sent = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = 0; n < 30_000; n++) {
                    try {
                        lane.put(new Item(n % 10, n));
                    } catch (IllegalStateException thrown) {
                        continue;
                    }
                    sent.incrementAndGet();
                    tokens.release();
                }
            }));
        }
        long taken = 0;
        long inVain = 0;
        while (threads.stream().anyMatch(Thread::isAlive) || tokens.availablePermits() > 0) {
            if (tokens.tryAcquire()) {
                if (lane.take() == null) {
                    inVain++;
                } else {
                    taken++;
                }
            }
        }
        assertThat(inVain).isZero();
        assertThat(taken).isEqualTo(sent.get());
        assertThat(lane.take()).isNull();
    }
}
