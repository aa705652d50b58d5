package dev.ropewalk.channel.scope;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.base.Names;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.channel.ChannelBuilder;
import dev.ropewalk.channel.DeadlockException;
import dev.ropewalk.channel.ProcessAction;
import dev.ropewalk.channel.ProcessBody;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ScopeDeadlineException;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.channel.ScopedProcess;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.ChannelScope;
import dev.ropewalk.channel.core.LockedChannelBuilder;
import dev.ropewalk.channel.core.Wait;
import dev.ropewalk.channel.core.WaitObserver;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A scope whose processes are virtual threads: it puts together its {@linkplain ScopeMembers members}, its place among other
 * scopes, which is its {@linkplain ScopeNesting nesting}, and its deadline.
 */
public final class VirtualThreadScope implements ProcessScope, ChannelScope {
    private static final Inventory<ProcessScope> LIVE = new Inventory<>("scope");

    private final Scheduler scheduler;
    private final String name;
    private final @Nullable Duration deadline;
    private final Rebinding rebinding;
    private final ScopeNesting nesting;
    private final ScopeMembers members;
    private final AtomicLong unnamed = new AtomicLong();
    private final Inventory.Entry<ProcessScope> place;
    private @Nullable Timer timer;

    private VirtualThreadScope(
            Scheduler scheduler, String name, @Nullable Duration deadline, Set<ScopedValue<?>> rebound) {
        this.scheduler = scheduler;
        this.name = name;
        this.deadline = deadline;
        this.members = new ScopeMembers(name);
        this.nesting = new ScopeNesting(this);
        VirtualThreadScope outer = nesting.outer();
        this.rebinding = new Rebinding(rebound, outer == null ? null : outer.rebinding);
        this.place = LIVE.place(name, this);
    }

    /** Returns what {@link ProcessScope#live} does. */
    public static Map<String, ProcessScope> live() {
        return LIVE.live();
    }

    /** Opens a scope that the calling thread owns, and which ends at a deadline unless that is null. */
    public static VirtualThreadScope open(
            Scheduler scheduler, String name, @Nullable Duration deadline, Set<ScopedValue<?>> rebound) {
        var scope = new VirtualThreadScope(scheduler, name, deadline, rebound);
        scope.enter();
        return scope;
    }

    /**
     * Returns a scope that a user gave as one of this kind.
     *
     * @throws IllegalArgumentException if it is of another kind, such as a fake or a decorator
     */
    public static VirtualThreadScope of(ProcessScope scope) {
        if (Objects.requireNonNull(scope, "scope") instanceof VirtualThreadScope own) {
            return own;
        }
        throw new IllegalArgumentException(
                "only a scope that was opened by ProcessScope or ProcessScopeBuilder can be used"
                        + " here, but this one is of " + scope.getClass().getName());
    }

    /** Arms the deadline, and lets others see the scope. */
    private void enter() {
        Duration limit = deadline;
        if (limit != null) {
            timer = scheduler.schedule(scheduler.newStrand(), new Deadline(this, limit), limit);
        }
        nesting.enter();
        Steps.noteOpened(this);
        Steps.enterUnlessSimulated(place);
    }

    /** Ends this scope at its deadline; or at once if the scheduler ends before, because nothing could keep the deadline then. */
    private record Deadline(VirtualThreadScope scope, Duration limit) implements Abandonable {
        @Override
        public void run() {
            fail("hasn't ended within " + limit);
        }

        @Override
        public void abandon() {
            fail("can't keep its deadline of " + limit + ": its scheduler was closed");
        }

        private void fail(String why) {
            Steps.before(StepKind.CLOSE, scope);
            ScopeSnapshot snapshot = ScopeSnapshots.of(scope, null);
            boolean ignored = scope.members.end(ScopeEnd.failed(() -> new ScopeDeadlineException(why, snapshot)));
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public <T extends @Nullable Object> ScopedProcess<T> spawn(ProcessBody<T> body) {
        return spawn(newName(), body);
    }

    @Override
    public ScopedProcess<@Nullable Void> spawn(ProcessAction body) {
        return spawn(newName(), body);
    }

    @Override
    @SuppressWarnings("NullAway") // Void has no other value
    public ScopedProcess<@Nullable Void> spawn(String name, ProcessAction body) {
        Objects.requireNonNull(body, "body");
        return this.<@Nullable Void>spawn(name, () -> {
            body.run();
            return null;
        });
    }

    @Override
    public <T extends @Nullable Object> ScopedProcess<T> spawn(String name, ProcessBody<T> body) {
        StackRoom.require();
        Names.checked(name, "name");
        Objects.requireNonNull(body, "body");
        Steps.before(StepKind.ACCESS, this);
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

    @Override
    public <T> ChannelBuilder<T> channel() {
        return new LockedChannelBuilder<>(this);
    }

    @Override
    public void join() throws InterruptedException {
        nesting.requireOwner("join");
        Steps.before(StepKind.ACCESS, this);
        if (members.isClosed()) {
            throw new IllegalStateException("can't join scope " + name + ": it is closed");
        }
        newJoin().await();
        RuntimeException failure = members.tell();
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void cancel() {
        Steps.before(StepKind.CLOSE, this);
        cancel("cancelled");
    }

    private void cancel(String how) {
        StackRoom.require();
        String caller = ScopeNesting.describe(Thread.currentThread());
        boolean ignored = members.end(ScopeEnd.cancelled("scope " + name + " was " + how + " by " + caller));
    }

    @Override
    public ScopeSnapshot snapshot() {
        Steps.before(StepKind.ACCESS, this);
        return ScopeSnapshots.of(this, null);
    }

    @Override
    public void close() {
        StackRoom.require();
        if (members.isClosed()) {
            return;
        }
        Steps.before(StepKind.CLOSE, this);
        nesting.requireOwner("close");
        nesting.requireInnermost();
        Steps.noteClosed(this);
        if (members.running() > 0) {
            cancel("closed");
            Uninterruptibly.await(() -> newJoin().await());
        }
        Timer armed = timer;
        if (armed != null) {
            boolean ignored = armed.cancel();
        }
        members.close();
        nesting.leave();
        place.leave();
        RuntimeException untold = members.tellUntold();
        if (untold != null) {
            throw untold;
        }
    }

    /** Returns a wait of the owner, to join this scope once. */
    JoinWait newJoin() {
        return new JoinWait(this, () -> members.running() == 0);
    }

    /** Closes this scope and those that its owner has opened within, the innermost first. */
    void closeWithInner() {
        VirtualThreadScope inner = nesting.inner();
        try {
            if (inner != null) {
                inner.closeWithInner();
            }
        } finally {
            close();
        }
    }

    /** Takes out a process that has ended, the last thing that it does. */
    void leave(VirtualProcess<?> process) {
        if (members.remove(process)) {
            Parking.unpark(nesting.owner());
        }
    }

    @Override
    public void adopt(ChannelCore<?> channel) {
        StackRoom.require();
        Steps.before(StepKind.ACCESS, this);
        if (members.add(channel)) {
            Parking.unpark(nesting.owner());
        }
    }

    /** Lets the owners of this scope and of those around it look for deadlocks, because a thread waits for a process. */
    void expectJoins() {
        for (VirtualThreadScope at = this; at != null; at = at.nesting.outer()) {
            if (at.members.expectWaits()) {
                Parking.unpark(at.nesting.owner());
            }
        }
    }

    @Override
    public void refuseOutsider(ChannelCore<?> channel) {
        if (!nesting.isParty(Thread.currentThread())) {
            throw nesting.outsider("use channel " + channel.name() + " of");
        }
    }

    @Override
    public int depth() {
        return nesting.depth();
    }

    @Override
    public @Nullable WaitObserver observerOf(Wait wait) {
        return nesting.isOwner(wait.thread()) ? new DeadlockMonitor(this, wait) : null;
    }

    /** Fails because of a deadlock; called by the owner, with its own wait. */
    void failByDeadlock(Wait ofOwner) {
        ScopeSnapshot snapshot = ScopeSnapshots.of(this, ofOwner);
        boolean ignored = members.end(ScopeEnd.failed(() -> new DeadlockException(snapshot)));
    }

    /** Returns whether time alone will end this scope, or it has ended. */
    boolean isEnding() {
        return deadline != null || members.end() != null || members.isClosed();
    }

    Scheduler scheduler() {
        return scheduler;
    }

    ScopeNesting nesting() {
        return nesting;
    }

    ScopeMembers members() {
        return members;
    }

    @Override
    public String toString() {
        return "ProcessScope[" + name + "]";
    }
}
