package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.StackEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Publishers whose stacks overflow at each call of what they call in turn, while their thread goes on. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OverflowTest {
    private static final int STACK_OF_TRANSLATOR = 300;
    private static final int PIPELINES = 200;
    private static final int CAPACITY = 1 << 16;
    private static final long SMALL_STACK = 192 * 1024;

    private final AtomicInteger handled = new AtomicInteger();
    private final AtomicInteger published = new AtomicInteger();
    private final Pipeline<long[]> pipeline = Pipeline.<long[]>builder(() -> new long[1])
            .capacity(CAPACITY)
            .stage("count", (event, sequence, last) -> handled.incrementAndGet())
            .build();

    @Test
    void shouldPublishOrThrow() throws Exception {
        sweep(() -> pipeline.tryPublish((event, sequence) -> {}));
    }

    @Test
    void shouldPublishOrThrowWhateverTheTranslatorNeeds() throws Exception {
        sweep(() -> pipeline.tryPublish((event, sequence) -> event[0] = useStack(STACK_OF_TRANSLATOR)));
    }

    @Test
    void shouldPublishAClaimOrThrow() throws Exception {
        sweep(() -> {
            try (Producer<long[]> producer = pipeline.producer();
                    EventClaim<long[]> claim = producer.tryClaim(1).orElseThrow()) {
                claim.publish();
                return true;
            }
        });
    }

    @Test
    void shouldCloseOrLeaveItToALaterClose() throws Exception {
        List<Pipeline<long[]>> pipelines = new ArrayList<>();
        for (int i = 0; i < PIPELINES; i++) {
            pipelines.add(
                    Pipeline.<long[]>builder(() -> new long[1]).capacity(2).build());
        }
        var next = new AtomicInteger();

        StackEnd.sweepElsewhere(() -> {
            Pipeline<long[]> one = pipelines.get(next.getAndIncrement() % PIPELINES);
            try {
                one.close();
            } catch (StackOverflowError noStack) {
                return false;
            }
            return true;
        });

        for (Pipeline<long[]> each : pipelines) {
            each.close();
            assertThat(each.awaitTermination(Duration.ofMinutes(1))).isTrue();
        }
        pipeline.close();
    }

    @Test
    void shouldCloseAPollerOrLeaveItToALaterClose() throws Exception {
        List<Poller<long[]>> pollers = new ArrayList<>();
        for (int i = 0; i < PIPELINES; i++) {
            pollers.add(pipeline.poller("poller" + i));
        }
        var next = new AtomicInteger();

        StackEnd.sweepElsewhere(() -> {
            Poller<long[]> one = pollers.get(next.getAndIncrement() % PIPELINES);
            try {
                one.close();
            } catch (StackOverflowError noStack) {
                return false;
            }
            return true;
        });

        pollers.forEach(Poller::close);
        assertThat(pipeline.stats().stages()).containsOnlyKeys("count");
        pipeline.close();
    }

    private static int useStack(int calls) {
        return calls == 0 ? 0 : useStack(calls - 1) + 1;
    }

    /** Publishes near the end of a stack, and then all around the ring: no claim is left open. */
    private void sweep(BooleanSupplier publication) throws Exception {
        var swept = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        var publisher = new Thread(null, () -> publishAndStay(publication, swept, mayEnd), "deep", SMALL_STACK);
        publisher.start();
        swept.await();
        for (int i = 0; i <= CAPACITY; i++) {
            pipeline.publish((event, sequence) -> {});
        }
        mayEnd.countDown();
        publisher.join();
        pipeline.close();
        assertThat(handled).hasValue(published.get() + CAPACITY + 1);
    }

    private void publishAndStay(BooleanSupplier publication, CountDownLatch swept, CountDownLatch mayEnd) {
        try {
            StackEnd.sweep(() -> succeeds(publication));
        } finally {
            swept.countDown();
        }
        try {
            mayEnd.await();
        } catch (InterruptedException e) {
            throw new AssertionError("it is never interrupted", e);
        }
    }

    private boolean succeeds(BooleanSupplier publication) {
        try {
            assertThat(publication.getAsBoolean()).isTrue();
        } catch (StackOverflowError noStack) {
            return false;
        }
        published.incrementAndGet();
        return true;
    }
}
