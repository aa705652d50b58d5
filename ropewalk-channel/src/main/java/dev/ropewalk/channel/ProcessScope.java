package dev.ropewalk.channel;

import dev.ropewalk.channel.scope.VirtualThreadScope;
import dev.ropewalk.scheduler.Scheduler;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs processes that live no longer than it does. A process is a virtual thread, on the scheduler's workers where that is
 * possible. The thread that opens a scope owns it, and alone may {@link #join} and {@link #close} it; the owner and the
 * processes may spawn.
 *
 * <p><b>Failing.</b> The first process that throws makes the scope fail: all others are interrupted, and the scope's channels
 * fail. {@link #join} throws when all have ended; what else was thrown is suppressed in it. What a process throws because it
 * was cancelled is no failure. The owner isn't interrupted. A scope also fails at its deadline, when the scheduler that keeps
 * the deadline is closed, and when it is in a deadlock.
 *
 * <p><b>Channels.</b> Those made by {@link #channel()} belong to the scope and end with it. Only the owner, the processes, and
 * those of scopes within may use them, and they must be threads to wait: others get an {@link IllegalStateException}.
 *
 * <p><b>Deadlocks.</b> Because outsiders can't use the scope's channels, a deadlock is certain when it is found: every
 * process waits, without a time limit, for channels or processes of the scope, and the owner does so, too, or joins the
 * scope. The scope then fails with {@link DeadlockException}, which tells what each of them waits for. The owner finds the
 * deadlock while it joins the scope or waits for a channel or a process of it, mostly within some milliseconds, within a
 * second at the latest. It is no deadlock if a process sleeps, computes, waits with a time limit, or waits for something that
 * isn't the scope's; or if the scope has a deadline, or the owner does something else. That a thread might be interrupted
 * from outside doesn't count.
 *
 * <p><b>Scopes within.</b> A scope that is opened by a process, or by the owner of one, is within it: closed before, cancelled
 * by the interrupt of its owner, and part of its snapshot. If its threads are in a deadlock among themselves, it alone fails.
 *
 * <p>What the owner did before it spawned a process happens-before what that does, and what that did happens-before what is
 * done after joining.
 *
 * <p>Structured concurrency follows Sústrik's <em>Structured Concurrency</em> and the nurseries of Smith's Trio; the report
 * of deadlocks is Go's "all goroutines are asleep", for a part of a program.
 *
 * {@snippet class="dev.ropewalk.channel.snippets.ChannelSnippets" region="scope" :
 * try (ProcessScope scope = ProcessScope.open(scheduler)) {
 *     Channel<Integer> squares = scope.<Integer>channel().name("squares").rendezvous();
 *     scope.spawn("sender", () -> squares.send(7 * 7));
 *     ScopedProcess<Integer> receiver = scope.spawn("receiver", () -> squares.receive());
 *     scope.join();
 *     System.out.println(receiver.result());
 * }
 * }
 */
public interface ProcessScope extends AutoCloseable {
    /** Opens a scope whose processes run on a scheduler. The calling thread becomes its owner. */
    static ProcessScope open(Scheduler scheduler) {
        return builder(scheduler).open();
    }

    /** Returns a builder of scopes whose processes run on a scheduler. */
    static ProcessScopeBuilder builder(Scheduler scheduler) {
        return new ProcessScopeBuilder(scheduler);
    }

    /**
     * Returns the scopes that live in this JVM by their names, as {@link Scheduler#live()} does schedulers: those that haven't been
     * closed yet.
     */
    static Map<String, ProcessScope> live() {
        return VirtualThreadScope.live();
    }

    /** Returns the name, given or made up. */
    String name();

    /**
     * Spawns a process that brings a result. If the scope has failed or was cancelled this throws what {@link #join} would,
     * but for the failures that may still come.
     *
     * @throws ScopeFailedException if the scope has failed
     * @throws java.util.concurrent.CancellationException if the scope was cancelled
     * @throws IllegalStateException if the scope is closed, or the calling thread is an outsider
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler is closed
     */
    <T extends @Nullable Object> ScopedProcess<T> spawn(ProcessBody<T> body);

    /** Spawns a process that brings no result, as {@link #spawn(ProcessBody)} does. */
    ScopedProcess<@Nullable Void> spawn(ProcessAction body);

    /**
     * Spawns a process with a name that brings no result, as {@link #spawn(ProcessBody)} does.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    ScopedProcess<@Nullable Void> spawn(String name, ProcessAction body);

    /**
     * Spawns a process with a name, as {@link #spawn(ProcessBody)} does.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    <T extends @Nullable Object> ScopedProcess<T> spawn(String name, ProcessBody<T> body);

    /**
     * Returns a builder of channels that belong to this scope. When it fails or is cancelled they fail with it, and when it is
     * closed they are given up: what is left in them goes to their handlers of undelivered elements. The scope keeps those
     * with such a handler until they are closed and empty, the others only as long as they are used.
     */
    <T> ChannelBuilder<T> channel();

    /**
     * Waits until all processes have ended. More may be spawned afterwards, unless this throws.
     *
     * @throws ProcessFailedException if a process has failed
     * @throws ScopeDeadlineException if the deadline has passed
     * @throws DeadlockException if the scope was in a deadlock
     * @throws java.util.concurrent.CancellationException if the scope was cancelled
     * @throws InterruptedException if the owner was interrupted; the processes go on until the scope is closed
     * @throws IllegalStateException if the calling thread isn't the owner, or the scope is closed
     */
    void join() throws InterruptedException;

    /**
     * Cancels this scope: interrupts all processes and fails all channels. Returns without waiting for them, and does nothing
     * if the scope has ended. Any thread may call this.
     */
    void cancel();

    /** Returns what the processes do, and those of all scopes within; a snapshot taken one by one. Any thread may call this. */
    ScopeSnapshot snapshot();

    /**
     * Cancels the processes that still run, waits until they have ended, interrupted or not, and gives the channels up. Does
     * nothing if the scope is closed.
     *
     * @throws ScopeFailedException if the scope has failed, and {@link #join} hasn't said so
     * @throws IllegalStateException if the calling thread isn't the owner, or has scopes within that it hasn't closed
     */
    @Override
    void close();
}
