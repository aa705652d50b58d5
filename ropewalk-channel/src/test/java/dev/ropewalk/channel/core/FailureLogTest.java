package dev.ropewalk.channel.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.testing.CapturedLog;
import org.junit.jupiter.api.Test;

/** How many lines channels log of users' code that fails. */
class FailureLogTest {
    private static final int FAILURES = 1_000;

    @Test
    void shouldLogFewOfManyFailures() {
        try (CapturedLog log = FreshLog.capture()) {
            for (int i = 0; i < FAILURES; i++) {
                Channel<Integer> channel = Channel.<Integer>builder()
                        .name("c" + i)
                        .onUndelivered(element -> {
                            throw new IllegalStateException("no " + element);
                        })
                        .buffered(1);
                channel.trySend(i);
                channel.fail(new IllegalStateException());
            }
            Log.failures.end(System.Logger.Level.WARNING);

            assertThat(log.messages("channel c0: the handler of undelivered elements has failed"))
                    .containsExactly("channel c0: the handler of undelivered elements has failed"
                            + " / java.lang.IllegalStateException: no 0");
            assertThat(log.messages("channel c1: ").getFirst()).contains(": java.lang.IllegalStateException: no 1 at ");
            long heldBack = log.messages("held back").stream()
                    .mapToLong(line -> Long.parseLong(line.replaceAll(".*?(\\d+) more lines?.*", "$1")))
                    .sum();
            int lines = log.messages("has failed").size();
            assertThat(lines).isBetween(10, FAILURES / 2);
            assertThat(lines + heldBack).isEqualTo(FAILURES);
        }
    }
}
