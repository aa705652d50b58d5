package dev.ropewalk.pipeline.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.pipeline.Failure;
import dev.ropewalk.testing.CapturedLog;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many lines a pipeline logs, and what they name. */
class FailureLogTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong clock = new AtomicLong(7);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SKIP    | 1 | failed at event 14: the event is skipped
            PASS_ON | 3 | failed at event 14 (failure 3 of this event): the event is passed on
            RETRY   | 1 | failed at event 14: the event is tried again
            REWIND  | 2 | failed at event 14 (failure 2 of this event): the batch is tried again
            STOP    | 1 | failed at event 14: the pipeline stops""")
    void shouldSayWhatIsDone(Failure.Action action, int failures, String text) {
        try (var captured = new CapturedLog("dev.ropewalk.pipeline")) {
            var log = new FailureLog("payments", null, clock::get);
            log.report(new Failure("payments", "book", 14, "e", new IllegalStateException("no"), failures, action));
            assertThat(captured.messages(Level.WARNING, "the pipeline payments: stage book " + text))
                    .hasSize(1);
        }
    }

    @Test
    void shouldCountALineThatCannotBeMade() {
        try (var captured = new CapturedLog("dev.ropewalk.pipeline")) {
            var log = new FailureLog("payments", null, () -> {
                if (clock.getAndIncrement() > 7) {
                    throw new InternalError("as if");
                }
                return 7;
            });
            log.reportHook("book", "onStop", new IllegalStateException("no"));
            log.end();
            assertThat(captured.messages("payments"))
                    .containsExactly("the pipeline payments: 1 more line was held back");
        }
    }

    @Test
    void shouldNotMakeAFailureOfTheListenerLonger() {
        var always = new IllegalArgumentException("deaf");
        try (var captured = new CapturedLog("dev.ropewalk.pipeline")) {
            var log = new FailureLog(
                    "payments",
                    failure -> {
                        throw always;
                    },
                    clock::get);
            for (int event = 0; event < 2; event++) {
                log.report(new Failure(
                        "payments", "book", event, "e", new IllegalStateException("no"), 1, Failure.Action.SKIP));
            }
            assertThat(always.getSuppressed()).isEmpty();
            assertThat(captured.messages("the listener of failures failed, told of event"))
                    .hasSize(2);
            assertThat(captured.messages("the event is skipped")).hasSize(2);
        }
    }

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
            assertThat(captured.messages(Level.WARNING, "failed in onStop (15 more lines were held back)"))
                    .hasSize(1);
            assertThat(captured.messages(Level.WARNING, "the pipeline payments: 1 more line was held back"))
                    .hasSize(1);
            assertThat(captured.messages(Level.WARNING, "payments")).hasSize(12);
        }
    }
}
