package dev.ropewalk.pipeline.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.pipeline.CapturedLog;
import dev.ropewalk.pipeline.Failure;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** How many lines a pipeline may log. */
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
        assertThat(limit.takeHeldBack()).isOne();
        assertThat(limit.takeHeldBack()).isZero();
    }

    @Test
    void shouldNameThePipelineAndCountWhatIsHeldBack() {
        try (var captured = new CapturedLog()) {
            var log = new FailureLog("payments", null, clock::get);
            for (int event = 0; event < 25; event++) {
                log.report(new Failure(
                        "payments", "book", event, "e", new IllegalStateException("no"), 1, Failure.Action.SKIP));
            }
            clock.addAndGet(SECOND);
            log.reportHook("book", "onStop", new IllegalStateException("no"));
            log.reportHook("book", "onStop", new IllegalStateException("no"));
            log.end();
            log.end();
            assertThat(captured.messages(Level.WARNING, "the pipeline payments: stage book failed at event"))
                    .hasSize(10);
            assertThat(captured.messages(
                            Level.WARNING, "failed in onStop (15 lines about other failures were held back)"))
                    .hasSize(1);
            assertThat(captured.messages(Level.WARNING, "the pipeline payments: 1 lines about other failures"))
                    .hasSize(1);
            assertThat(captured.messages(Level.WARNING, "payments")).hasSize(12);
        }
    }
}
