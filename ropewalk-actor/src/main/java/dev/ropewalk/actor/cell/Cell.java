package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorCreationException;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot.State;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.actor.mailbox.Adapted;
import dev.ropewalk.actor.mailbox.Asked;
import dev.ropewalk.actor.mailbox.Intake;
import dev.ropewalk.actor.mailbox.Special;
import dev.ropewalk.actor.supervision.Children;
import dev.ropewalk.actor.supervision.Control;
import dev.ropewalk.actor.supervision.Supervisor;
import dev.ropewalk.actor.supervision.Watcher;
import dev.ropewalk.actor.support.Fatal;
import dev.ropewalk.scheduler.AbandonableHandler;
import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.internal.StackRoom;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * An actor as the system sees it: where it stands in the tree, and its life from the first message to the end. How messages
 * get to it is in {@link Addressee}; what it does with them is up to the subclass.
 *
 * <p>Life: {@code alive}, perhaps {@code FAILED} until the parent has decided, perhaps {@code RESTARTING} until its children
 * are gone and the back-off is over; then {@code STOPPING} until its children are gone, and {@code STOPPED} for good. All
 * changes are made in the actor's strand, by {@link Control}s: they overtake messages. Hence nothing here needs a lock but
 * {@link Children}, to which several actors belong.
 *
 * @param <M> the type of the messages
 */
public abstract class Cell<M> extends Addressee<M> implements AbandonableHandler<Object>, Watcher {
    public final @Nullable Cell<?> parent;
    protected final MessageStrand<Object> strand;

    /** The links are guarded by the parent's {@link Children}. */
    public @Nullable Cell<?> older;

    public @Nullable Cell<?> younger;

    protected Cell(ActorSystem system, @Nullable Cell<?> parent, ActorOptions<? super M> options) {
        this.parent = parent;
        this.strand = system.scheduler().newMessageStrand(options.placement(), this);
        if (parent != null) {
            parent.brood(); // from where this actor knows its system
        }
        if (!options.equals(ActorOptions.defaults())) {
            rare = new Rare<>(options, Intake.of(this, options.mailbox()));
        }
        if (parent == null) {
            rare().children = new Children(this, system);
        }
    }

    // Handing over

    /**
     * Gives an order. Pushing it and waking the actor belong together: the next one that gives an order relies on this wake-up.
     * So there is room on the stack for both, and if there is no memory to wake the actor the order isn't given. The wake-up is
     * never refused: orders are carried out also when the scheduler has ended, or no actor could stop.
     */
    public final void order(Control order) {
        StackRoom.require();
        if (!push(order)) {
            return;
        }
        try {
            strand.sendAlways(Special.Wake.UP);
        } catch (OutOfMemoryError noMemory) {
            boolean ignored = withdraw(order);
            throw noMemory;
        }
    }

    /**
     * Has the strand run for something: what the system itself sends isn't refused, nor is a token, whose message was accepted; any
     * other message becomes a dead letter then.
     */
    public final void run(Object message) {
        if (message instanceof Special.Own || message instanceof Special.Token) {
            strand.sendAlways(message);
        } else if (!tryRun(message)) {
            drop(message, DeadLetter.Reason.STOPPED);
        }
    }

    /** Has the strand run for a message; returns false if the scheduler takes none any more. */
    final boolean tryRun(Object message) {
        try {
            strand.send(message);
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
        }
    }

    /**
     * Takes back what the scheduler has left over: a message becomes a dead letter. The wake-up is given again, since orders rely
     * on it; the rest of what is the system's own would be for an actor that goes on, and all are about to stop.
     */
    @Override
    public final void abandon(Object message) {
        try {
            if (message instanceof Special.Wake) {
                strand.sendAlways(message);
            } else if (!(message instanceof Special.Own)) {
                drop(message, DeadLetter.Reason.STOPPED);
            }
        } finally {
            system().leftovers().settle();
        }
    }

    @Override
    public final void noteLeftOver(Object message) {
        Leftovers leftovers = system().leftovers();
        if (message instanceof Special.Wake) {
            leftovers.add();
        } else {
            leftovers.add(this);
        }
    }

    /** Makes a dead letter of a message that nobody will handle. */
    public final void drop(Object message, DeadLetter.Reason reason) {
        if (message instanceof Special.Token) {
            Intake<M> intake = intake();
            Object sent = intake == null ? null : intake.take();
            if (sent != null) {
                drop(sent, reason);
            }
            return;
        }
        if (message instanceof Asked asked) {
            String text = path() + " won't answer " + Asked.original(asked) + ": " + reason;
            fail(
                    asked,
                    reason == DeadLetter.Reason.MAILBOX_FULL
                            ? new MailboxFullException(text)
                            : new ActorStoppedException(text));
        }
        if (message instanceof Asked || message instanceof Adapted || !(message instanceof Special)) {
            system().deadLetters().add(new DeadLetter(Asked.original(message), this, reason));
        }
    }

    /** Tells who asked that there will be no answer. */
    public final void fail(Asked asked, Throwable cause) {
        system().completions().fail(asked.answer, cause);
    }

    /** Carries out all orders. If one fails, which only a fault of the JVM or of this library can make it, the others don't. */
    protected final void carryOutControls() {
        while (hasControls()) {
            for (Control order = takeAll(); order != null; order = order.next) {
                try {
                    order.apply(this);
                } catch (Throwable thrown) {
                    system().raise(thrown);
                }
            }
        }
    }

    // The tree

    /** Returns the system; the {@link Children} that this actor belongs to know it. */
    @Override
    public final ActorSystem system() {
        Rare<?> r = Objects.requireNonNull(parent == null ? rare : parent.rare);
        return Objects.requireNonNull(r.children).system;
    }

    /** Returns the name that was asked for, or null. */
    public final @Nullable String givenName() {
        Rare<M> r = rare;
        return r == null ? null : r.options.name().orElse(null);
    }

    final String name() {
        String given = givenName();
        return given == null ? "$" + number() : given;
    }

    @Override
    public String path() {
        var names = new ArrayDeque<String>();
        for (Cell<?> cell = this; cell.parent != null; cell = cell.parent) {
            names.addFirst("/" + cell.name());
        }
        return "/" + system().name() + String.join("", names);
    }

    public final Rare<M> rare() {
        Rare<M> r = rare;
        if (r == null) {
            r = new Rare<>(ActorOptions.defaults(), null);
            rare = r;
        }
        return r;
    }

    public final Children brood() {
        Rare<M> r = rare();
        Children c = r.children;
        if (c == null) {
            c = new Children(this, system());
            r.children = c;
        }
        return c;
    }

    /** Returns the living children; any thread may call this. */
    public final List<Cell<?>> childList() {
        Rare<M> r = rare;
        Children c = r == null ? null : r.children;
        return c == null ? List.of() : c.all();
    }

    public final Supervision supervision() {
        Rare<M> r = rare;
        return r == null ? system().supervision() : r.options.childSupervision().orElseGet(system()::supervision);
    }

    // State

    final State shownState() {
        if (is(STOPPING | STOPPED)) {
            return State.STOPPING;
        }
        if (is(FAILED | RESTARTING)) {
            return State.FAILED;
        }
        if (is(WAITING_FOR_ROOM)) {
            return State.WAITING_FOR_ROOM;
        }
        return isIdle() ? State.IDLE : State.BUSY;
    }

    /** Returns whether there is something that takes messages to this actor. */
    public boolean isServed() {
        return strand.isOpen();
    }

    /** Returns whether nothing is being handled and nothing waits. */
    public abstract boolean isIdle();

    /** Returns how often this actor has run; wraps around. */
    int turns() {
        return strand.turns();
    }

    /** Returns how many messages wait; a guess while they come and go. */
    final long waiting() {
        return waiting(Integer.MAX_VALUE);
    }

    /** Counts the messages that wait, up to a bound. */
    public abstract int waiting(int most);

    // Beginning

    /** Makes the first behaviour; messages wait until this returns. */
    public void start() {
        try {
            beginBehaviour();
        } catch (Throwable thrown) {
            beginStop();
            Objects.requireNonNull(parent).brood().freeName(this);
            strand.start();
            if (thrown instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (thrown instanceof Error error) {
                throw error;
            }
            throw new ActorCreationException(path() + " could not be made: " + thrown, thrown);
        }
        strand.start();
    }

    /** Returns the actor that a ref leads to, null if that is none. */
    public static @Nullable Cell<?> behind(ActorRef<?> ref) {
        return ref instanceof AdapterRef<?> adapter ? adapter.target() : ref instanceof Cell<?> cell ? cell : null;
    }

    /** Returns how many messages were dropped because the mailbox was full. */
    final long dropped() {
        Intake<M> intake = intake();
        return intake == null ? 0 : intake.drops.total();
    }

    // Failing and restarting

    /** Deals with what the actor's code has thrown. */
    public final void failed(Throwable cause) {
        if (Fatal.is(cause)) {
            beginStop();
            system().raise(cause);
            return;
        }
        if (is(STOPPING | STOPPED)) {
            system().log(Level.WARNING, path() + " failed while it was stopping", cause);
            return;
        }
        if (is(FAILED)) {
            return;
        }
        var report = new Control.ChildFailed(this, cause, rare().round);
        mark(FAILED);
        pause();
        try {
            Objects.requireNonNull(parent).order(report);
        } catch (OutOfMemoryError noMemory) {
            beginStop(); // nobody will decide about it
            throw noMemory;
        }
    }

    /** Decides about a child that has failed. */
    public final void supervise(Cell<?> child, Throwable cause, int round) {
        if (is(STOPPING | STOPPED | RESTARTING)) {
            child.order(new Control.Stop());
        } else {
            new Supervisor(this, supervision()).decide(child, cause, round);
        }
    }

    /** Takes a child's failure as its own. */
    public final void escalate(Cell<?> child, Throwable cause) {
        rare().escalated.put(child, cause);
        failed(cause);
    }

    public final void resumeAfterFailure() {
        if (!is(FAILED) || is(STOPPING | STOPPED | RESTARTING)) {
            return;
        }
        unmark(FAILED);
        Rare<M> r = rare();
        var supervisor = new Supervisor(this, supervision());
        r.escalated.forEach(supervisor::resume);
        r.escalated.clear();
        resume();
    }

    public final void beginRestart(Control.Restart order) {
        rare().round = order.round;
        if (is(STOPPING | STOPPED | RESTARTING)) {
            return;
        }
        mark(RESTARTING);
        pause();
        Rare<M> r = rare();
        r.escalated.clear();
        r.groupRestarts = null;
        r.restartDelayNanos = order.delayNanos;
        endBehaviour(order.cause, order.keepStash);
        stopChildren();
        if (brood().isEmptyOrAwaited()) {
            childrenGone();
        }
    }

    public final void childrenGone() {
        if (is(STOPPED)) {
            return;
        }
        if (is(STOPPING)) {
            finishStop();
        } else if (is(RESTARTING)) {
            long delay = rare().restartDelayNanos;
            if (delay > 0) {
                system().later(() -> order(new Control.RestartNow()), Duration.ofNanos(delay));
            } else {
                finishRestart();
            }
        }
    }

    public final void finishRestart() {
        if (!is(RESTARTING) || is(STOPPING | STOPPED)) {
            return;
        }
        rare().watched.keySet().removeIf(target -> equals(target.parent));
        unmark(RESTARTING);
        try {
            beginBehaviour();
        } catch (Throwable thrown) {
            unmark(FAILED);
            failed(thrown);
            return;
        }
        unmark(FAILED);
        resume();
    }

    /** Stops handling messages. */
    protected abstract void pause();

    /** Returns whether there is something to go on with after a failure; the parent may ask. */
    public boolean canResume() {
        return true;
    }

    /** Handles messages again, if nothing else is in the way. */
    protected abstract void resume();

    /** Ends a behaviour that will be replaced. */
    protected abstract void endBehaviour(Throwable cause, boolean keepStash);

    /** Makes a behaviour. */
    protected abstract void beginBehaviour() throws Exception;

    // Waiting for room

    /**
     * Returns whether this actor's code runs in a thread that may be parked. The code of all others is suspended after the
     * current message instead.
     */
    public boolean waitsInThread() {
        return false;
    }

    /** Suspends this actor, whose code has sent a message that waits for room. */
    public final void waitForRoom() {
        rare().waitingForRoom++;
        mark(WAITING_FOR_ROOM);
        pause();
    }

    /** One of the messages that this actor had sent is in. */
    public final void roomFound() {
        if (--rare().waitingForRoom == 0) {
            unmark(WAITING_FOR_ROOM);
            resume();
        }
    }

    // Stopping

    public final void beginStop() {
        if (is(STOPPING | STOPPED)) {
            return;
        }
        mark(STOPPING);
        pause();
        closeIntake();
        stopping();
        Rare<M> r = rare;
        Children c = r == null ? null : r.children;
        if (c == null) {
            finishStop();
            return;
        }
        c.close();
        stopChildren();
        if (c.isEmptyOrAwaited()) {
            finishStop();
        }
    }

    final void stopChildren() {
        childList().forEach(child -> child.order(new Control.Stop()));
    }

    /** Called when the stop begins, before the children's. */
    protected abstract void stopping();

    /** Called when all children have stopped; calls {@link #stopped} at once or later. */
    protected abstract void finishStop();

    /** Ends this actor's life. Its name is free before its watchers know, and they know before the parent goes on. */
    protected final void stopped() {
        mark(STOPPED);
        Children siblings = parent == null ? null : parent.brood();
        if (siblings != null) {
            siblings.remove(this);
        }
        Rare<M> r = rare;
        if (r != null) {
            r.watched.keySet().forEach(target -> target.order(new Control.Unwatch(this)));
            r.watched.clear();
            r.watchers.forEach(this::tellOfStop);
            r.watchers.clear();
        }
        if (siblings != null) {
            siblings.leave();
        }
    }

    /** Tells one watcher. What goes wrong there is no reason to keep it from the others, or to have the parent wait. */
    private void tellOfStop(Watcher watcher) {
        try {
            watcher.stopped(this);
        } catch (Throwable thrown) {
            system().raise(thrown);
        }
    }

    /** Returns whether messages wait for room in the mailbox. */
    final boolean hasWaiters() {
        Intake<M> intake = intake();
        return intake != null && intake.hasWaiters();
    }

    /** Tells what the mailbox has dropped; returns whether there was anything to tell. Any thread may call this. */
    final boolean tellDrops() {
        Intake<M> intake = intake();
        return intake != null && intake.drops.tell();
    }

    /** Makes dead letters of what stands in the mailbox or waits for room there; any thread may call this. */
    final void closeIntake() {
        Intake<M> intake = intake();
        if (intake != null) {
            intake.close();
        }
    }

    // Watching

    public final void addWatcher(Watcher watcher) {
        if (isStopped()) {
            watcher.stopped(this);
        } else {
            rare().watchers.add(watcher);
        }
    }

    public final void removeWatcher(Watcher watcher) {
        if (rare != null) {
            rare.watchers.remove(watcher);
        }
    }

    @Override
    public void stopped(Cell<?> actor) {
        deliver(new Notice(actor));
    }

    @Override
    public String toString() {
        return "ActorRef[" + path() + "]";
    }
}
