package dev.ropewalk.pipeline.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.pipeline.Failure;
import dev.ropewalk.testing.CapturedLog;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** How many lines a pipeline logs, and what they name. */
class FailureLogTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong clock = new AtomicLong(7);

    @Test
    void shouldNameThePipelineAndCountWhatIsHeldBack() {
        try (var captured = new CapturedLog("dev.ropewalk.pipeline")) {
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
