package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.ropewalk.testing.CapturedLog;
import java.lang.System.Logger.Level;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class SafeLogTest {
    private static final String NAME = "dev.ropewalk.base.SafeLogTest";

    private final SafeLog log = new SafeLog(NAME, SafeLogTest.class);

    @Test
    void shouldLog() {
        try (var captured = new CapturedLog(NAME)) {
            log.log(Level.WARNING, "a text");
            log.log(Level.ERROR, "another text", new IllegalStateException("why"));
            log.log(Level.WARNING, () -> "a text that was made", null);
            log.log(
                    Level.TRACE,
                    () -> {
                        throw new AssertionError("made in vain");
                    },
                    null);

            assertThat(captured.messages("text"))
                    .containsExactly(
                            "a text", "another text / java.lang.IllegalStateException: why", "a text that was made");
        }
    }

    @Test
    void shouldShowTheClassThatLogs() {
        try (var captured = new CapturedLog(NAME)) {
            log.log(Level.WARNING, "a text");
            log.log(Level.WARNING, () -> "a text that was made", new IllegalStateException("why"));

            assertThat(captured.sources()).containsExactly(NAME, NAME);
        }
    }

    @Test
    void shouldGoOnWhenTheLoggerFails() {
        Logger logger = Logger.getLogger(NAME);
        logger.setFilter(new FailingFilter());
        try {
            assertThatCode(() -> log.log(Level.WARNING, "told on standard error, because the logger failed"))
                    .doesNotThrowAnyException();
        } finally {
            logger.setFilter(null);
        }
    }

    @Test
    void shouldGoOnWhenATextCantBeMade() {
        try (var captured = new CapturedLog(NAME)) {
            assertThatCode(() -> log.log(
                            Level.WARNING,
                            () -> {
                                throw new IllegalStateException("a text with a bug, told on standard error");
                            },
                            new IllegalArgumentException("why")))
                    .doesNotThrowAnyException();
            assertThat(captured.messages("")).isEmpty();
        }
    }

    private static final class FailingFilter implements Filter {
        @Override
        public boolean isLoggable(LogRecord record) {
            throw new IllegalStateException("a filter with a bug");
        }
    }
}
