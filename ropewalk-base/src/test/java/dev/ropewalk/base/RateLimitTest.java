package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How many lines a part may log. */
class RateLimitTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong clock = new AtomicLong(7);

    @Test
    void shouldLetTenLinesThroughAndThenOneASecond() {
        var limit = new RateLimit(clock.get());
        for (int line = 0; line < 10; line++) {
            assertThat(limit.tryPass(clock.get())).isZero();
        }
        for (int line = 0; line < 5; line++) {
            assertThat(limit.tryPass(clock.get() + SECOND - 1)).isEqualTo(RateLimit.HELD_BACK);
        }
        assertThat(limit.tryPass(clock.addAndGet(SECOND))).isEqualTo(5);
        assertThat(limit.tryPass(clock.get())).isEqualTo(RateLimit.HELD_BACK);
        assertThat(limit.tryPass(clock.addAndGet(100 * SECOND))).isOne();
        for (int line = 0; line < 9; line++) {
            assertThat(limit.tryPass(clock.get())).isZero();
        }
        assertThat(limit.tryPass(clock.get())).isEqualTo(RateLimit.HELD_BACK);
        limit.addHeldBack(2);
        assertThat(limit.takeHeldBack()).isEqualTo(3);
        assertThat(limit.takeHeldBack()).isZero();
    }
}
