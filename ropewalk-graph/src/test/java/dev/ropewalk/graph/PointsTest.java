package dev.ropewalk.graph;

import static dev.ropewalk.scheduler.step.StepKind.ACCESS;
import static dev.ropewalk.scheduler.step.StepKind.CLOSE;
import static dev.ropewalk.scheduler.step.StepKind.SUBMIT;
import static dev.ropewalk.scheduler.step.StepKind.TASK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.graph.run.RunThreads;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.RecordingThread;
import dev.ropewalk.scheduler.step.RecordingThread.Point;
import dev.ropewalk.scheduler.step.SimulatedFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Which operations announce what to a simulation, and how its faults show. */
class PointsTest {
    /** Runs everything in the thread that starts it. */
    private static final RunThreads INLINE = new RunThreads() {
        @Override
        public void start(Runnable task) {
            task.run();
        }

        @Override
        public long now() {
            return 0;
        }

        @Override
        public RandomGenerator random() {
            throw new AssertionError("nothing is left to chance");
        }

        @Override
        public Runnable after(long nanos, Abandonable task) {
            throw new AssertionError("nothing takes time");
        }
    };

    private final List<String> ran = new ArrayList<>();

    private TaskGraph chain() {
        TaskGraphDraft draft = TaskGraph.draft();
        Action<Boolean> first = draft.action("first", context -> ran.add("first"));
        draft.action("second", context -> ran.add("second")).after(first);
        return draft.build();
    }

    @Test
    void shouldAnnounceTheBeginningAndTheEndOfEachAction() throws Exception {
        TaskGraph graph = chain();
        List<Point> points = RecordingThread.points(() -> graph.start(GraphOptions.defaults(), INLINE));
        assertThat(points)
                .extracting(Point::kind)
                .containsExactly(SUBMIT, ACCESS, TASK, ACCESS, ACCESS, TASK, ACCESS, ACCESS);
        assertThat(points.subList(1, points.size()))
                .extracting(Point::resource)
                .containsOnly(points.get(1).resource());
        assertThat(ran).containsExactly("first", "second");
    }

    @Test
    void shouldAnnounceWhatIsAskedOfARun() throws Exception {
        GraphRun run = chain().start(GraphOptions.defaults(), INLINE);
        assertThat(RecordingThread.kinds(() -> {
                    run.join();
                    run.snapshot();
                    run.cancel();
                    return run.result().isDone();
                }))
                .containsExactly(ACCESS, ACCESS, CLOSE, ACCESS);
    }

    @Test
    void shouldAnnounceThatAStageHasEndedAndThatItIsAborted() throws Exception {
        TaskGraphDraft draft = TaskGraph.draft();
        var stage = new CompletableFuture<String>();
        draft.asyncAction("stage", context -> stage);
        TaskGraph graph = draft.build();
        assertThat(RecordingThread.kinds(() -> {
                    GraphRun run = graph.start(GraphOptions.defaults(), INLINE);
                    run.cancel();
                    return run;
                }))
                .containsExactly(SUBMIT, ACCESS, TASK, ACCESS, CLOSE, CLOSE, ACCESS, ACCESS);
    }

    @Test
    void shouldLetAnActionFail() throws Exception {
        TaskGraph graph = chain();
        RecordingThread.points(
                () -> {
                    GraphResult result =
                            graph.start(GraphOptions.defaults(), INLINE).join();
                    assertThat(result.failures()).hasSize(1);
                    assertThat(result.failures().values()).allMatch(SimulatedFault.class::isInstance);
                    return null;
                },
                FaultKind.TASK_FAILURE);
        assertThat(ran).isEmpty();
    }

    @Test
    void shouldTakeThreadsFromTheSimulation() throws Exception {
        TaskGraphDraft draft = TaskGraph.draft();
        Action<Optional<Scheduler>> action = draft.action("where", context -> Scheduler.current());
        TaskGraph graph = draft.build();
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            RecordingThread.pointsWith(scheduler, () -> {
                assertThat(graph.start().join().value(action)).containsSame(scheduler);
                return null;
            });
        }
    }
}
