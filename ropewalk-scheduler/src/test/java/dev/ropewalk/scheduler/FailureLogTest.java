package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.CapturedLog;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many lines a scheduler logs of tasks that fail. */
@Timeout(60)
class FailureLogTest {
    private static final int FAILURES = 10_000;
    private static final String FAILED = "scheduler loud: a task failed in loud-";
    private static final String HANDLER_FAILED = "the handler of uncaught exceptions of scheduler loud failed";

    @Test
    void shouldCountTheFailuresThatItHoldsBack() {
        try (var log = new CapturedLog("dev.ropewalk.scheduler")) {
            failOften(builder -> builder);

            List<String> lines = log.messages(FAILED);
            assertThat(lines).hasSizeBetween(10, FAILURES / 10);
            assertThat(lines.size() + heldBack(log)).isEqualTo(FAILURES);
            assertThat(lines.getFirst()).endsWith(" / java.lang.IllegalStateException: no 0");
            assertThat(lines.get(1)).contains(": java.lang.IllegalStateException: no 1 at ");
        }
    }

    @Test
    void shouldNotMakeAFailureOfTheHandlerLonger() {
        var always = new IllegalArgumentException("deaf");
        try (var log = new CapturedLog("dev.ropewalk.scheduler")) {
            failOften(builder -> builder.uncaughtExceptionHandler((thread, thrown) -> {
                throw always;
            }));

            assertThat(always.getSuppressed()).isEmpty();
            assertThat(log.messages(FAILED)).isNotEmpty();
            assertThat(log.messages(HANDLER_FAILED)).isNotEmpty();
            assertThat(log.messages(FAILED).size()
                            + log.messages(HANDLER_FAILED).size()
                            + heldBack(log))
                    .isEqualTo(2 * FAILURES);
        }
    }

    private static void failOften(UnaryOperator<SchedulerBuilder> options) {
        try (Scheduler scheduler =
                options.apply(Scheduler.builder().name("loud").workers(1)).build()) {
            Strand strand = scheduler.newStrand();
            for (int i = 0; i < FAILURES; i++) {
                int number = i;
                strand.execute(() -> {
                    throw new IllegalStateException("no " + number);
                });
            }
        }
    }

    private static long heldBack(CapturedLog log) {
        return log.messages("held back").stream()
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*?(\\d+) more lines?.*", "$1")))
                .sum();
    }
}
