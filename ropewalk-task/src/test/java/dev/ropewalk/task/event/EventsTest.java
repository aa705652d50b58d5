package dev.ropewalk.task.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.OverflowPolicy;
import dev.ropewalk.testing.FlightRecording;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** What a recording tells of a bounded executor. */
class EventsTest {
    @Test
    void shouldTellOfATaskThatIsRefused() throws Exception {
        assertTold(record(
                OverflowPolicy.REJECT,
                executor -> assertThatThrownBy(() -> executor.execute(new Named()))
                        .isInstanceOf(RejectedExecutionException.class)));
    }

    @Test
    void shouldTellOfATaskThatIsDropped() throws Exception {
        assertTold(record(OverflowPolicy.DROP_OLDEST, executor -> executor.execute(() -> {})));
    }

    private static void assertTold(List<RecordedEvent> events) {
        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("executor")).isEqualTo("small");
        assertThat(events.getFirst().getString("task")).isEqualTo(Named.class.getName());
    }

    /** Runs a program with an executor one task of which runs, while another one waits. */
    private static List<RecordedEvent> record(OverflowPolicy policy, Consumer<BoundedExecutor> program)
            throws Exception {
        return FlightRecording.of("ropewalk.TaskRefused", () -> {
            var goOn = new CountDownLatch(1);
            try (BoundedExecutor executor =
                    BoundedExecutor.builder(1).name("small").capacity(1, policy).build()) {
                executor.execute(() -> Uninterruptibly.await(goOn));
                executor.execute(new Named());
                program.accept(executor);
                goOn.countDown();
            }
        });
    }

    private static final class Named implements Runnable {
        @Override
        public void run() {}
    }
}
