package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PacedTest {
    private static final long PERIOD = 1_000;

    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger looks = new AtomicInteger();
    private long cost;

    private final Paced<Integer> paced = new Paced<>(
            () -> {
                clock.addAndGet(cost);
                return looks.incrementAndGet();
            },
            PERIOD,
            clock::get);

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldLookOnceInAPeriod() {
        assertThat(paced.look()).isEqualTo(1);
        clock.addAndGet(PERIOD / 2);
        assertThat(paced.look()).isEqualTo(1);
        clock.addAndGet(PERIOD / 2);
        assertThat(paced.look()).isEqualTo(2);
    }

    @Test
    void shouldLookLessOftenAtWhatTakesLong() {
        cost = PERIOD;
        assertThat(paced.look()).isEqualTo(1);
        assertThat(paced.look()).isEqualTo(2);
        clock.set(50 * PERIOD);
        assertThat(paced.look()).isEqualTo(2);
        clock.set(51 * PERIOD);
        assertThat(paced.look()).isEqualTo(3);
    }

    @Test
    void shouldNotBeDelayedByOneLookThatTakesLong() {
        assertThat(paced.look()).isEqualTo(1);
        clock.addAndGet(PERIOD);
        cost = 100 * PERIOD;
        assertThat(paced.look()).isEqualTo(2);
        cost = 0;
        assertThat(paced.look()).isEqualTo(3);
        clock.addAndGet(PERIOD);
        assertThat(paced.look()).isEqualTo(4);
    }

    @Test
    void shouldNotLookBeforeSomebodyAsks() {
        clock.addAndGet(100 * PERIOD);
        assertThat(looks).hasValue(0);
    }

    @Test
    void shouldGiveTheLastLookWhileOneIsUnderWay() throws InterruptedException {
        var begun = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        var second = new AtomicBoolean();
        var hanging = new Paced<>(
                () -> {
                    if (second.get()) {
                        begun.countDown();
                        await(mayEnd);
                    }
                    return looks.incrementAndGet();
                },
                PERIOD,
                clock::get);
        assertThat(hanging.look()).isEqualTo(1);
        second.set(true);
        clock.addAndGet(PERIOD);
        Thread looker = Thread.ofPlatform().start(hanging::look);
        begun.await();
        assertThat(hanging.look()).isEqualTo(1);
        mayEnd.countDown();
        looker.join();
        assertThat(hanging.look()).isEqualTo(2);
    }

    @Test
    void shouldNotLookAgainAtOnceAtWhatHasFailed() {
        var failing = new Paced<Integer>(
                () -> {
                    looks.incrementAndGet();
                    throw new IllegalStateException("no answer");
                },
                PERIOD,
                clock::get);
        assertThatThrownBy(failing::look).hasMessage("no answer");
        assertThat(looks).hasValue(1);
    }
}
