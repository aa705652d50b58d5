package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much a pipeline logs if each of its events fails. */
@Timeout(120)
class FailureFloodTest {
    private static final int EVENTS = 40_000;
    private static final int MAX_CHARACTERS = 64 * 1024;

    @Test
    void shouldLogLittleThoughEachEventFails() throws InterruptedException {
        var log = new CountingHandler();
        Logger logger = Logger.getLogger("dev.ropewalk.pipeline");
        logger.addHandler(log);
        logger.setUseParentHandlers(false);
        try {
            Pipeline<long[]> pipeline = Pipeline.builder(() -> new long[1])
                    .name("flood")
                    .stage("dam", (event, sequence, endOfBatch) -> {
                        throw new IllegalStateException("no " + sequence);
                    })
                    .build();
            for (int i = 0; i < EVENTS; i++) {
                pipeline.publish((event, sequence) -> event[0] = sequence);
            }
            assertThat(pipeline.close(Duration.ofMinutes(1)).isComplete()).isTrue();
            // The last thread of the pipeline tells the rest, maybe after the close.
            Await.until("all failures are told", () -> log.told() == EVENTS);
        } finally {
            logger.removeHandler(log);
            logger.setUseParentHandlers(true);
        }
        assertThat(log.stacks).isOne();
        assertThat(log.characters).isBetween(1L, (long) MAX_CHARACTERS);
    }

    /** Counts what a file would get. */
    private static final class CountingHandler extends Handler {
        private final SimpleFormatter formatter = new SimpleFormatter();
        private long characters;
        private long lines;
        private long stacks;
        private long heldBack;

        @Override
        public synchronized void publish(LogRecord record) {
            String text = formatter.format(record);
            characters += text.length();
            if (record.getMessage().contains("failed at event")) {
                lines++;
            }
            if (record.getThrown() != null) {
                stacks++;
            }
            String held = record.getMessage().replaceAll("(?s).*?(\\d+) more lines?.*", "$1");
            if (!held.equals(record.getMessage())) {
                heldBack += Long.parseLong(held);
            }
        }

        synchronized long told() {
            return lines + heldBack;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
