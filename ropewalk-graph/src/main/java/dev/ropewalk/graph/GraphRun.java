package dev.ropewalk.graph;

import dev.ropewalk.graph.run.Execution;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One run of a {@link TaskGraph}. Any thread may use it. What all actions did happens-before what is done with the result.
 *
 * <p>The run holds no thread of its own: an action's thread goes on with what the action made ready. It ends when each action has
 * ended, was skipped or can't start any more, and holds nothing of the budget then.
 */
public interface GraphRun {
    /**
     * Returns the runs that live in this JVM by their names, as {@link dev.ropewalk.scheduler.Scheduler#live()} does schedulers:
     * those that have begun and haven't ended. A name is that of {@link GraphOptions#name}.
     */
    static Map<String, GraphRun> live() {
        return Execution.live();
    }

    /**
     * Waits for the end of the run.
     *
     * @throws InterruptedException if the thread is interrupted; the run goes on
     */
    GraphResult join() throws InterruptedException;

    /**
     * Waits at most so long for the end of the run; empty if it goes on.
     *
     * @throws InterruptedException if the thread is interrupted; the run goes on
     */
    Optional<GraphResult> join(Duration timeout) throws InterruptedException;

    /** Returns a future of the result, which fails in no case. To cancel it cancels the future and not the run. */
    CompletableFuture<GraphResult> result();

    /**
     * Stops the run and returns at once: what runs is interrupted, and nothing more starts. The run ends when what runs has ended.
     * Does nothing if it has ended or was stopped before.
     */
    void cancel();

    /** Counts what has become of the actions so far, in time proportional to their number. */
    GraphSnapshot snapshot();

    /**
     * Returns a trace of the attempts that have ended so far, with their times.
     *
     * @throws IllegalStateException if the run isn't {@linkplain GraphOptions#traced traced}
     */
    GraphTrace trace();

    /**
     * Returns the attempts so far, with those that go on and the critical path among them, in time about proportional to the number of actions
     * and attempts; empty if the run isn't {@linkplain GraphOptions#traced traced}.
     */
    Optional<GraphTimeline> timeline();
}
