package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

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
        clock.set(49 * PERIOD);
        assertThat(paced.look()).isEqualTo(1);
        clock.set(50 * PERIOD);
        assertThat(paced.look()).isEqualTo(2);
    }

    @Test
    void shouldNotLookBeforeSomebodyAsks() {
        clock.addAndGet(100 * PERIOD);
        assertThat(looks).hasValue(0);
    }
}
