package dev.ropewalk.graph.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.Retry;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.testing.FlightRecording;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** What a recording tells of runs of graphs. */
class EventsTest {
    @Test
    void shouldTellOfARun() throws Exception {
        RecordedEvent event = only(record("ropewalk.GraphRun"));

        assertThat(event.getString("run")).isEqualTo("build");
        assertThat(event.getInt("actions")).isEqualTo(3);
        assertThat(event.getInt("succeeded")).isOne();
        assertThat(event.getInt("failed")).isOne();
        assertThat(event.getInt("skipped")).isOne();
        assertThat(event.getInt("cancelled")).isZero();
        assertThat(event.getDuration("criticalPath")).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    void shouldTellOfAnActionThatFails() throws Exception {
        RecordedEvent event = only(record("ropewalk.ActionFailure"));

        assertThat(event.getString("run")).isEqualTo("build");
        assertThat(event.getString("action")).isEqualTo("compile");
        assertThat(event.getString("failure")).isEqualTo(IllegalStateException.class.getName());
        assertThat(event.getString("failureMessage")).isEqualTo("so");
        assertThat(event.getInt("attempts")).isEqualTo(2);
    }

    @Test
    void shouldTellOfARunThatIsCancelled() throws Exception {
        RecordedEvent event = only(FlightRecording.of("ropewalk.GraphRun", () -> {
            TaskGraphDraft draft = TaskGraph.draft();
            draft.asyncAction("never", context -> new CompletableFuture<>());
            GraphRun run = draft.build().start();
            run.cancel();
            run.join();
        }));

        assertThat(event.getString("run")).isEmpty();
        assertThat(event.getInt("cancelled")).isOne();
    }

    private static List<RecordedEvent> record(String event) throws Exception {
        return FlightRecording.of(event, () -> {
            TaskGraphDraft draft = TaskGraph.draft();
            Action<Integer> fetch = draft.action("fetch", context -> 1).cost(Duration.ofMillis(2));
            Action<Integer> compile = draft.<Integer>action("compile", context -> {
                        throw new IllegalStateException("so");
                    })
                    .after(fetch)
                    .cost(Duration.ofMillis(2))
                    .retry(Retry.attempts(2));
            draft.action("test", context -> 1).after(compile).cost(Duration.ofMillis(1));
            draft.build()
                    .start(GraphOptions.defaults().name("build").keepGoing(true))
                    .join();
        });
    }

    private static RecordedEvent only(List<RecordedEvent> events) {
        assertThat(events).hasSize(1);
        return events.getFirst();
    }
}
