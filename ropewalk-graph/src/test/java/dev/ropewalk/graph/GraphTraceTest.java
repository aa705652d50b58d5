package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Traces, read back by a reader that is strict. */
@Timeout(30)
class GraphTraceTest {
    private static final long MICRO = 1_000;

    @AutoClose
    private final Budget budget =
            Budget.builder().resource("memory", 10).resource("calls", 3).build();

    private final TaskGraphDraft builder = TaskGraph.draft();
    private final SimulatedThreads threads = new SimulatedThreads();
    private final GraphOptions options = GraphOptions.defaults().traced(true).budget(budget);

    @Test
    void shouldEndATimelineWithTheLastAttempt() {
        builder.asyncAction("only", context -> threads.sleep(MICRO));
        GraphRun run = run();
        CompletableFuture<Long> later = threads.sleep(MICRO);
        threads.run();

        assertThat(later).isCompleted();
        assertThat(run.timeline().orElseThrow().nanos()).isEqualTo(MICRO);
    }

    @Test
    void shouldTellOfTheCriticalPath() {
        Action<Long> quick = builder.asyncAction("quick", context -> threads.sleep(MICRO));
        Action<Long> slow = builder.asyncAction("slow", context -> threads.sleep(3 * MICRO));
        builder.asyncAction("last", context -> {
                    if (context.attempt() == 1) {
                        throw new IOException();
                    }
                    return threads.sleep(2 * MICRO);
                })
                .after(quick, slow)
                .retry(Retry.attempts(2));
        builder.asyncAction("beside", context -> threads.sleep(4 * MICRO));

        GraphTimeline timeline = run().timeline().orElseThrow();

        assertThat(timeline.nanos()).isEqualTo(5 * MICRO);
        assertThat(timeline.attempts())
                .extracting("action", "number", "begun", "ended", "end", "isCritical")
                .containsExactlyInAnyOrder(
                        tuple("quick", 1, 0L, MICRO, GraphTimeline.End.SUCCEEDED, false),
                        tuple("slow", 1, 0L, 3 * MICRO, GraphTimeline.End.SUCCEEDED, true),
                        tuple("beside", 1, 0L, 4 * MICRO, GraphTimeline.End.SUCCEEDED, false),
                        tuple("last", 1, 3 * MICRO, 3 * MICRO, GraphTimeline.End.RETRIED, false),
                        tuple("last", 2, 3 * MICRO, 5 * MICRO, GraphTimeline.End.SUCCEEDED, true));
    }

    /** Starts a graph of which one action looks at the run while another one goes on. */
    private <T> T seenMeanwhile(GraphOptions options, Function<GraphRun, T> look) {
        var run = new AtomicReference<GraphRun>();
        var seen = new AtomicReference<T>();
        Action<Long> first = builder.asyncAction("first", context -> threads.sleep(2 * MICRO));
        builder.asyncAction("beside", context -> threads.sleep(5 * MICRO));
        builder.action("look", context -> {
                    seen.set(look.apply(run.get()));
                    return 1;
                })
                .after(first);
        run.set(builder.build().start(options, threads));
        threads.run();
        return Objects.requireNonNull(seen.get());
    }

    @Test
    void shouldTellOfTheAttemptsThatGoOn() {
        GraphTimeline timeline = seenMeanwhile(options, run -> run.timeline().orElseThrow());

        assertThat(timeline.nanos()).isEqualTo(2 * MICRO);
        assertThat(timeline.attempts())
                .extracting("action", "number", "begun", "ended", "end", "isCritical")
                .containsExactlyInAnyOrder(
                        tuple("first", 1, 0L, 2 * MICRO, GraphTimeline.End.SUCCEEDED, false),
                        tuple("beside", 1, 0L, 2 * MICRO, GraphTimeline.End.RUNNING, true),
                        tuple("look", 1, 2 * MICRO, 2 * MICRO, GraphTimeline.End.RUNNING, false));
    }

    @Test
    void shouldNameTheActionsThatRunInASnapshot() {
        GraphSnapshot snapshot = seenMeanwhile(options, GraphRun::snapshot);

        assertThat(snapshot.runningNow())
                .containsExactly(
                        new GraphSnapshot.Running("beside", 1, 2 * MICRO), new GraphSnapshot.Running("look", 1, 0));
        assertThat(snapshot)
                .hasToString(
                        "3 actions: 1 succeeded, 0 failed, 0 skipped, 0 cancelled, 2 running [beside, look], 0 backing off,"
                                + " waiting for {}");
    }

    @Test
    void shouldTellNoTimesOfARunThatIsntTraced() {
        GraphSnapshot snapshot = seenMeanwhile(options.traced(false), GraphRun::snapshot);

        assertThat(snapshot.runningNow())
                .containsExactly(new GraphSnapshot.Running("beside", 1, 0), new GraphSnapshot.Running("look", 1, 0));
    }

    @Test
    void shouldHaveNoTimelineUnlessTraced() {
        builder.action("one", context -> 1);

        assertThat(builder.build().start().timeline()).isEmpty();
    }

    @Test
    void shouldShowEachAttemptAndWhatItHolds() {
        Action<Long> first = builder.asyncAction("first", context -> threads.sleep(5 * MICRO + 7))
                .demand(Demand.of("memory", 4));
        builder.asyncAction("second", context -> {
                    if (context.attempt() == 1) {
                        throw new IOException();
                    }
                    return threads.sleep(2 * MICRO);
                })
                .after(first)
                .demand(Demand.of("memory", 3))
                .retry(Retry.attempts(2));

        List<Map<String, Object>> events = events(trace().toString());

        assertThat(of(events, "X"))
                .extracting("name", "tid", "ts", "dur", "args")
                .containsExactly(
                        tuple("first", 1.0, 0.0, 5.007, Map.of("attempt", 1.0, "end", "SUCCEEDED")),
                        tuple("second", 1.0, 5.007, 0.0, Map.of("attempt", 1.0, "end", "RETRIED")),
                        tuple("second", 1.0, 5.007, 2.0, Map.of("attempt", 2.0, "end", "SUCCEEDED")));
        assertThat(of(events, "C").getFirst())
                .containsEntry("name", "memory")
                .containsEntry("ts", 0.0)
                .containsEntry("args", Map.of("held", 4.0));
        assertThat(of(events, "C").getLast()).containsEntry("ts", 7.007).containsEntry("args", Map.of("held", 0.0));
        assertThat(of(events, "M")).extracting("args").containsExactly(Map.of("name", "lane 1"));
    }

    @Test
    void shouldLetNoSlicesOverlapAndNoCounterPassItsCapacity() {
        for (int i = 0; i < 200; i++) {
            long nanos = 1 + (i * 7_919L) % 5_000;
            builder.asyncAction("a" + i, context -> threads.sleep(nanos))
                    .demand(i % 3 == 0 ? Demand.of("calls", 1) : Demand.of("memory", 1 + i % 4));
        }

        List<Map<String, Object>> events = events(trace().toString());

        Map<Object, Double> ends = new HashMap<>();
        List<Map<String, Object>> slices = of(events, "X");
        slices.sort(Comparator.comparingDouble(slice -> number(slice, "ts")));
        for (Map<String, Object> slice : slices) {
            assertThat(number(slice, "ts")).isGreaterThanOrEqualTo(ends.getOrDefault(slice.get("tid"), 0.0));
            ends.put(slice.getOrDefault("tid", ""), number(slice, "ts") + number(slice, "dur") - 0.0001);
        }
        assertThat(slices).hasSize(200);
        assertThat(ends).hasSizeLessThanOrEqualTo(13);
        assertThat(of(events, "C"))
                .allSatisfy(counter -> assertThat(number((Map<?, ?>) counter.getOrDefault("args", Map.of()), "held"))
                        .isBetween(0.0, "memory".equals(counter.get("name")) ? 10.0 : 3.0));
    }

    @Test
    void shouldEscapeNamesThatJsonDoesNotAllow(@TempDir Path folder) throws IOException {
        String name = "quote \" slash \\ line \n tab \t bell \u0007 smile \uD83D\uDE00 half \uD83D end";
        builder.run(name, context -> {});
        Path file = folder.resolve("trace.json");

        trace().writeTo(file);

        assertThat(of(events(Files.readString(file)), "X")).extracting("name").containsExactly(name);
    }

    @Test
    void shouldWriteATraceOfNothing() {
        assertThat(events(trace().toString())).isEmpty();
    }

    @Test
    void shouldSayThatARunIsNotTraced() {
        GraphRun run = builder.build().start();

        assertThatIllegalStateException()
                .isThrownBy(run::trace)
                .withMessage("the run isn't traced: see GraphOptions.traced");
    }

    private GraphTrace trace() {
        return run().trace();
    }

    private GraphRun run() {
        GraphRun run = builder.build().start(options, threads);
        threads.run();
        assertThat(run.result()).isCompleted();
        return run;
    }

    @SuppressWarnings("unchecked") // the structure of all events
    private static List<Map<String, Object>> events(String json) {
        Map<String, Object> root = (Map<String, Object>) Json.parse(json);
        return (List<Map<String, Object>>) root.getOrDefault("traceEvents", List.of());
    }

    private static List<Map<String, Object>> of(List<Map<String, Object>> events, String phase) {
        return new ArrayList<>(
                events.stream().filter(event -> phase.equals(event.get("ph"))).toList());
    }

    private static double number(Map<?, ?> event, String key) {
        return event.get(key) instanceof Double number ? number : Double.NaN;
    }
}
