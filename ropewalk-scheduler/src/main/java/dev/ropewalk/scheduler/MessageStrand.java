package dev.ropewalk.scheduler;

import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * A strand whose tasks are messages, all given to one handler. It is to a {@link Strand} what an actor is to a serial
 * executor: the message needs no task object around it, and one that arrives at an idle strand allocates nothing.
 *
 * <p>Everything that holds for a strand's tasks holds for the handling of messages: one at a time, in the order of
 * submission, each happens-before the next, and what the sender did before {@link #send} happens-before the message is
 * handled. Any thread may send. What the handler throws goes to the scheduler's handler of uncaught exceptions.
 *
 * @param <M> the type of the messages
 */
public interface MessageStrand<M> {
    /**
     * Lets the handling of messages begin; to be called once, by the maker of this strand. Messages sent before wait, so that a
     * handler may give this strand away while it is being made.
     *
     * @throws IllegalStateException if it was started before
     */
    void start();

    /**
     * Submits a message, to be handled after all messages submitted earlier. Never blocks and never handles it in the calling
     * thread.
     *
     * <p>When the scheduler ends before the message is handled, an {@link AbandonableHandler} is told.
     *
     * @throws RejectedExecutionException if the scheduler is closed or closing
     */
    void send(M message);

    /**
     * Submits a message as {@link #send} does, but is never refused: for what must be handled even though the scheduler ends,
     * such as an order to clean up. While the scheduler is closing its workers handle it, and when they have left the JDK's
     * common pool does, after what was submitted before and one at a time as ever. If the time of closing is up first, it is
     * left over as any other: the {@link AbandonableHandler} that is told may send it once more, and then it is handled.
     */
    void sendAlways(M message);

    /**
     * Returns whether {@link #send} accepts messages at this moment: whether the scheduler is open. A thread that has asked
     * may send what belongs together by {@link #sendAlways}, so that all of it is accepted or nothing.
     */
    boolean isOpen();

    /** Returns what handles the messages. */
    Consumer<? super M> handler();

    /** Returns the scheduler that runs this strand. */
    Scheduler scheduler();

    /** Returns where this strand may run. */
    Placement placement();

    /** Returns the worker that runs this strand at this moment, if one does: a guess while the strand comes and goes. */
    Optional<Thread> runner();

    /** Returns whether the calling code is this strand's handler. */
    boolean isCurrent();

    /** Returns whether no message is being handled or waits. */
    boolean isIdle();

    /**
     * Counts the messages that wait, by walking over them. Exact while the strand neither runs nor is sent anything, a guess
     * otherwise.
     *
     * @param most where to stop counting
     */
    int pending(int most);

    /**
     * Returns how often this strand has been run, some messages each time; wraps around. A thread that finds a group of
     * strands idle twice, with the same turns, knows that none of them ran in between.
     */
    int turns();
}
