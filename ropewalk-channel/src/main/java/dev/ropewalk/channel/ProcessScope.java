package dev.ropewalk.channel;

import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.Parking;
import dev.ropewalk.channel.core.Wait;
import dev.ropewalk.channel.scope.JoinWait;
import dev.ropewalk.channel.scope.Rebinding;
import dev.ropewalk.channel.scope.ScopeDumps;
import dev.ropewalk.channel.scope.ScopeEnd;
import dev.ropewalk.channel.scope.ScopeMembers;
import dev.ropewalk.channel.scope.ScopeNesting;
import dev.ropewalk.channel.scope.VirtualProcess;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.internal.StackRoom;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs processes that live no longer than it does. A process is a virtual thread, on the scheduler's workers where that is
 * possible. The thread that opens a scope owns it, and alone may {@link #join} and {@link #close} it; the owner and the
 * processes may spawn.
 *
 * <p><b>Failing.</b> The first process that throws makes the scope fail: all others are interrupted, and the scope's channels
 * fail. {@link #join} throws when all have ended; what else was thrown is suppressed in it. What a process throws because it
 * was cancelled is no failure. The owner isn't interrupted. A scope also fails at its deadline, when the scheduler that times this is closed, and when it is all asleep.
 *
 * <p><b>Channels.</b> Those made by {@link #channel()} belong to the scope and end with it. Only the owner, the processes, and
 * those of scopes within may use them, and they must be threads to wait: others get an {@link IllegalStateException}.
 *
 * <p><b>All asleep.</b> For that reason it is certain when nobody can go on any more: if every process waits, without a time
 * limit, for channels of the scope, and so does the owner or else joins. The scope then fails with {@link AllAsleepException},
 * which tells who waits for what. The owner finds it while it joins or waits for a channel of the scope, mostly within some
 * milliseconds, within a second at the latest. A scope in which anybody sleeps, computes, waits with a time limit or for
 * something else than the scope's channels isn't asleep, nor is one with a deadline or whose owner does something else.
 * Interrupts from outside are no hope that would keep it awake.
 *
 * <p><b>Scopes within.</b> A scope that is opened by a process, or by the owner of one, is within it: closed before, cancelled
 * by the interrupt of its owner, and part of its dump. If it is all asleep for itself, it alone fails.
 *
 * <p>What the owner did before it spawned a process happens-before what that does, and what that did happens-before what is
 * done after joining.
 *
 * <p>Structured concurrency follows Sústrik's <em>Structured Concurrency</em> and the nurseries of Smith's Trio; the report is
 * Go's "all goroutines are asleep", for a part of a program.
 *
 * {@snippet :
 * try (ProcessScope scope = ProcessScope.open(scheduler)) {
 *     Channel<Integer> squares = scope.<Integer>channel().name("squares").rendezvous();
 *     scope.spawn("sender", () -> squares.send(7 * 7));
 *     ScopedProcess<Integer> receiver = scope.spawn("receiver", () -> squares.receive());
 *     scope.join();
 *     System.out.println(receiver.result());
 * }
 * }
 */
public final class ProcessScope implements AutoCloseable {
    private final Scheduler scheduler;
    private final String name;
    private final @Nullable Duration deadline;
    private final Rebinding rebinding;
    private final ScopeNesting nesting;
    private final ScopeMembers members;
    private final AtomicLong unnamed = new AtomicLong();
    private @Nullable Timer timer;

    ProcessScope(Scheduler scheduler, String name, @Nullable Duration deadline, Set<ScopedValue<?>> rebound) {
        this.scheduler = scheduler;
        this.name = name;
        this.deadline = deadline;
        this.members = new ScopeMembers(name);
        this.nesting = new ScopeNesting(this);
        ProcessScope outer = nesting.outer();
        this.rebinding = new Rebinding(rebound, outer == null ? null : outer.rebinding);
    }

    /** Opens a scope whose processes run on a scheduler. The calling thread becomes its owner. */
    public static ProcessScope open(Scheduler scheduler) {
        return builder(scheduler).open();
    }

    /** Returns a builder of scopes whose processes run on a scheduler. */
    public static ProcessScopeBuilder builder(Scheduler scheduler) {
        return new ProcessScopeBuilder(scheduler);
    }

    /** Arms the deadline, and lets others see the scope. */
    void enter() {
        Duration limit = deadline;
        if (limit != null) {
            timer = scheduler.schedule(scheduler.newStrand(), new Deadline(this, limit), limit);
        }
        nesting.enter();
    }

    /** Ends this scope at its deadline; or at once if the scheduler ends before, because nobody could keep the deadline then. */
    private record Deadline(ProcessScope scope, Duration limit) implements Abandonable {
        @Override
        public void run() {
            fail("hasn't ended within " + limit);
        }

        @Override
        public void abandon() {
            fail("can't keep its deadline of " + limit + ": its scheduler was closed");
        }

        private void fail(String why) {
            ScopeDump dump = scope.dump();
            boolean ignored = scope.members.end(ScopeEnd.failed(() -> new ScopeDeadlineException(why, dump)));
        }
    }

    /** Returns the name, given or made up. */
    public String name() {
        return name;
    }

    /**
     * Spawns a process that brings a result. If the scope has failed or was cancelled this throws what {@link #join} would,
     * but for the failures that may still come.
     *
     * @throws ScopeFailedException if the scope has failed
     * @throws java.util.concurrent.CancellationException if the scope was cancelled
     * @throws IllegalStateException if the scope is closed, or the calling thread is an outsider
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler is closed
     */
    public <T extends @Nullable Object> ScopedProcess<T> spawn(ProcessBody<T> body) {
        return spawn(newName(), body);
    }

    /** Spawns a process that brings no result, as {@link #spawn(ProcessBody)} does. */
    public ScopedProcess<@Nullable Void> spawn(ProcessAction body) {
        return spawn(newName(), body);
    }

    /** Spawns a process with a name that brings no result, as {@link #spawn(ProcessBody)} does. */
    @SuppressWarnings("NullAway") // Void has no other value
    public ScopedProcess<@Nullable Void> spawn(String name, ProcessAction body) {
        Objects.requireNonNull(body, "body");
        return this.<@Nullable Void>spawn(name, () -> {
            body.run();
            return null;
        });
    }

    /** Spawns a process with a name, as {@link #spawn(ProcessBody)} does. */
    public <T extends @Nullable Object> ScopedProcess<T> spawn(String name, ProcessBody<T> body) {
        StackRoom.require();
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(body, "body");
        if (!nesting.isParty(Thread.currentThread())) {
            throw nesting.outsider("spawn process " + name + " in");
        }
        VirtualProcess<T> process = new VirtualProcess<>(this, name, body, rebinding.capture());
        members.add(process);
        nesting.spawns().incrementAndGet();
        boolean started = false;
        try {
            process.thread.start();
            started = true;
        } finally {
            if (!started) {
                leave(process);
            }
        }
        return process;
    }

    private String newName() {
        return name + "-" + unnamed.incrementAndGet();
    }

    /**
     * Returns a builder of channels that belong to this scope. When it fails or is cancelled they fail with it, and when it is
     * closed they are given up: what is left in them goes to their handlers of undelivered elements. The scope keeps those
     * with such a handler until they are closed and empty, the others only as long as they are used.
     */
    public <T> ChannelBuilder<T> channel() {
        return new ChannelBuilder<T>().within(this);
    }

    /**
     * Waits until all processes have ended. More may be spawned afterwards, unless this throws.
     *
     * @throws ProcessFailedException if a process has failed
     * @throws ScopeDeadlineException if the deadline has passed
     * @throws AllAsleepException if all were asleep
     * @throws java.util.concurrent.CancellationException if the scope was cancelled
     * @throws InterruptedException if the owner was interrupted; the processes go on until the scope is closed
     * @throws IllegalStateException if the calling thread isn't the owner, or the scope is closed
     */
    public void join() throws InterruptedException {
        nesting.requireOwner("join");
        if (members.isClosed()) {
            throw new IllegalStateException("can't join scope " + name + ": it is closed");
        }
        JoinWait.await(this);
        RuntimeException failure = members.tell();
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Cancels this scope: interrupts all processes and fails all channels. Returns without waiting for them, and does nothing
     * if the scope has ended. Any thread may call this.
     */
    public void cancel() {
        cancel("cancelled");
    }

    private void cancel(String how) {
        StackRoom.require();
        String caller = ScopeNesting.describe(Thread.currentThread());
        boolean ignored = members.end(ScopeEnd.cancelled("scope " + name + " was " + how + " by " + caller));
    }

    /** Returns what the processes do, and those of all scopes within; a snapshot taken one by one. Any thread may call this. */
    public ScopeDump dump() {
        return ScopeDumps.of(this, null);
    }

    /**
     * Cancels the processes that still run, waits until they have ended, interrupted or not, and gives the channels up. Does
     * nothing if the scope is closed.
     *
     * @throws ScopeFailedException if the scope has failed, and {@link #join} hasn't said so
     * @throws IllegalStateException if the calling thread isn't the owner, or has scopes within that it hasn't closed
     */
    @Override
    public void close() {
        StackRoom.require();
        if (members.isClosed()) {
            return;
        }
        nesting.requireOwner("close");
        nesting.requireInnermost();
        if (members.running() > 0) {
            cancel("closed");
        }
        JoinWait.awaitUninterruptibly(this);
        Timer armed = timer;
        if (armed != null) {
            boolean ignored = armed.cancel();
        }
        members.close();
        nesting.leave();
        RuntimeException untold = members.tellUntold();
        if (untold != null) {
            throw untold;
        }
    }

    /** Closes this scope and those that its owner has opened within, the innermost first. */
    public void closeWithInner() {
        ProcessScope inner = nesting.inner();
        try {
            if (inner != null) {
                inner.closeWithInner();
            }
        } finally {
            close();
        }
    }

    /** Takes out a process that has ended, the last thing that it does. */
    @SuppressWarnings("exports")
    public void leave(VirtualProcess<?> process) {
        if (members.remove(process)) {
            Parking.unpark(nesting.owner());
        }
    }

    void adopt(ChannelCore<?> channel) {
        StackRoom.require();
        if (members.add(channel)) {
            Parking.unpark(nesting.owner());
        }
    }

    /** Refuses the calling thread if it may not use the scope's channels. */
    @SuppressWarnings("exports")
    public void refuseOutsider(ChannelCore<?> channel) {
        if (!nesting.isParty(Thread.currentThread())) {
            throw nesting.outsider("use channel " + channel.name() + " of");
        }
    }

    /** Fails because all are asleep; the wait is that of the owner, who calls this. */
    @SuppressWarnings("exports")
    public void failAsleep(Wait ofOwner) {
        ScopeDump dump = ScopeDumps.of(this, ofOwner);
        boolean ignored = members.end(ScopeEnd.failed(() -> new AllAsleepException(dump)));
    }

    /** Returns whether time alone will end this scope, or it has ended. */
    public boolean isEnding() {
        return deadline != null || members.end() != null || members.isClosed();
    }

    public Scheduler scheduler() {
        return scheduler;
    }

    @SuppressWarnings("exports")
    public ScopeNesting nesting() {
        return nesting;
    }

    @SuppressWarnings("exports")
    public ScopeMembers members() {
        return members;
    }

    @Override
    public String toString() {
        return "ProcessScope[" + name + "]";
    }
}
