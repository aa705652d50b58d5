package dev.ropewalk.graph;

import dev.ropewalk.graph.run.Execution;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;

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
     * As {@link #publisher(Executor)}, by the scheduler on whose worker the code that subscribes runs, or elsewhere by the JDK's common
     * pool, which doesn't keep the JVM alive.
     */
    Flow.Publisher<ActionOutcome> publisher();

    /**
     * Returns a publisher of what becomes of each action, in the order in which they end, so that an action comes after those that it depends
     * on. Each subscriber gets all of them, those too that ended before it has subscribed, or before that was requested: they are read from
     * the run, which has room for each of its actions and no more. No action waits for a subscriber.
     *
     * {@snippet class="dev.ropewalk.graph.snippets.GraphSnippets" region="publisher" :
     * run.publisher().subscribe(progress); // an ActionOutcome for each action
     * }
     *
     * <p>When the run has ended, what never began comes as skipped or cancelled, in the order in which it was added to the graph, and {@code
     * onComplete} follows, though actions have failed: that is in their results. {@code onError} has the error that {@link
     * GraphResult#orThrow} would tell of a run that ended in the middle of its own steps, or a {@link
     * java.util.concurrent.RejectedExecutionException} if the scheduler of the flow was closed. A subscriber that cancels leaves the run as it
     * is, and what it throws cancels it and is logged. What an action did happens-before {@code onNext} of its outcome.
     *
     * @param executor what calls the subscribers, each by one call at a time: a strand, an event loop. A scheduler has a strand for
     *     each subscriber. One that runs tasks in the calling thread has actions wait until {@code onNext} returns
     */
    Flow.Publisher<ActionOutcome> publisher(Executor executor);

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
