package dev.ropewalk.actor.supervision;

import dev.ropewalk.actor.ActorCreationException;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.actor.support.FailedStop;
import dev.ropewalk.actor.support.Fatal;
import dev.ropewalk.actor.support.SystemServices;
import dev.ropewalk.base.ContextKind;
import dev.ropewalk.base.ContextPart;
import dev.ropewalk.base.Contexts;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.AbandonableHandler;
import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The life of an actor in its tree, from the first behaviour to the end: its children, its failures and restarts, its stop, and its watchers. What it does with messages is up to the subclasses.
 *
 * <pre>
 *              failed                  restart             children gone, delay over
 *   alive ----------------> FAILED --------------> RESTARTING -----------------------> alive
 *     ^                       |
 *     +------- resume --------+
 *
 *   any of them -- stop --> STOPPING -- children gone --> STOPPED
 * </pre>
 *
 * <p>All changes are made in the actor's strand, by {@link SystemMessage}s: they overtake messages. Hence nothing here needs a lock but
 * {@link Children}, to which several actors belong.
 *
 * @param <M> the type of the messages
 */
public abstract class ActorLife<M> extends SystemMessages
        implements Watched<M>, AbandonableHandler<Object>, Watcher, ContextPart {
    private static final int HASHED_LEVELS = 3;
    private static final int HASH_FACTOR = 0x01000193;

    private static final VarHandle PROCESSED = VarHandles.of(MethodHandles.lookup(), "processed", long.class);

    public final @Nullable ActorLife<?> parent;
    public final MessageStrand<Object> strand;

    /** The links are guarded by the parent's {@link Children}. */
    @Nullable
    ActorLife<?> older;

    @Nullable
    ActorLife<?> younger;

    /** Written by what handles the messages alone: the strand or the actor's thread. */
    private long processed;

    @SuppressWarnings("this-escape") // the strand only keeps it
    protected ActorLife(SystemServices system, @Nullable ActorLife<?> parent, Placement placement) {
        this.parent = parent;
        this.strand = system.scheduler().newMessageStrand(placement, this);
    }

    // What the subclasses know

    /** Returns the system that the actor lives in. */
    @Override
    public abstract SystemServices system();

    /** Returns how this actor treats children that fail. */
    public abstract Supervision supervision();

    /** Returns the name that was asked for, or null. */
    protected abstract @Nullable String givenName();

    /** Returns what most actors never need; makes it if it isn't there. */
    protected abstract ColdLife<M> cold();

    /** Returns what most actors never need, null if it isn't there. */
    protected abstract @Nullable ColdLife<M> coldOrNull();

    // What is counted

    /** Counts a message that is given to the actor. */
    protected final void countProcessed() {
        PROCESSED.setOpaque(this, processed + 1);
    }

    /** Returns how many messages were given to the actor; any thread may ask. */
    public final long processed() {
        return (long) PROCESSED.getOpaque(this);
    }

    /** Returns how often the actor has failed, so that a supervisor had to decide; any thread may ask. */
    public final int failures() {
        ColdLife<M> c = coldOrNull();
        return c == null ? 0 : c.restarts.failures();
    }

    /** Returns how often the actor has gone on with a new behaviour; any thread may ask. */
    public final int restartCount() {
        ColdLife<M> c = coldOrNull();
        return c == null ? 0 : c.restarts.restarts();
    }

    /** Returns what the actor has failed with last, as text; any thread may ask. */
    public final Optional<String> lastFailure() {
        ColdLife<M> c = coldOrNull();
        return c == null ? Optional.empty() : Optional.ofNullable(c.restarts.lastFailure());
    }

    /** Returns how many watchers the actor has; any thread may ask. */
    public final int watcherCount() {
        ColdLife<M> c = coldOrNull();
        return c == null ? 0 : c.deathWatch.watcherCount();
    }

    // System messages

    /**
     * Sends a system message. Pushing it and waking the actor belong together: the next sender relies on this wake-up. So the stack
     * has room for both, and if there is no memory to wake the actor the message is taken back. The wake-up is never refused: system
     * messages are carried out also when the scheduler has ended, or no actor could stop.
     */
    public final void sendSystem(SystemMessage message) {
        StackRoom.require();
        Steps.before(StepKind.SUBMIT, strand);
        if (!push(message)) {
            return;
        }
        try {
            Steps.failIfStruck(FaultKind.ALLOCATION_FAILURE, this);
            strand.sendAlways(InternalMessage.Wake.UP);
        } catch (OutOfMemoryError noMemory) {
            boolean ignored = withdraw(message);
            throw noMemory;
        }
    }

    /** Carries out all system messages. If one fails, which only a fault of the JVM or of this library can make it, the others don't. */
    protected final void runSystemMessages() {
        if (!hasSystemMessages()) {
            return;
        }
        try (var _ = Contexts.open(null, this)) {
            runAllSystemMessages();
        }
    }

    private void runAllSystemMessages() {
        while (hasSystemMessages()) {
            for (SystemMessage message = takeAll(); message != null; message = message.next) {
                try {
                    message.apply(this);
                } catch (Throwable thrown) {
                    system().raise(thrown);
                }
            }
        }
    }

    // The tree

    public final String name() {
        String given = givenName();
        return given == null ? "$" + number() : given;
    }

    @Override
    public String path() {
        var names = new ArrayDeque<String>();
        for (ActorLife<?> actor = this; actor.parent != null; actor = actor.parent) {
            names.addFirst("/" + actor.name());
        }
        return "/" + system().name() + String.join("", names);
    }

    /** Returns what logs and the texts of failures call the actor: its path, and what else users know it by. */
    public String shownPath() {
        return path();
    }

    @Override
    public final ContextKind contextKind() {
        return ContextKind.ACTOR;
    }

    @Override
    public final String contextName() {
        return path();
    }

    public final Children ensureChildren() {
        ColdLife<M> c = cold();
        Children children = c.children;
        if (children == null) {
            children = new Children(this);
            c.children = children;
        }
        return children;
    }

    /** Returns the living children; any thread may call this. */
    public final List<ActorLife<?>> childList() {
        Children children = childrenOrNull();
        return children == null ? List.of() : children.all();
    }

    /** Returns the living child that was given a name, null if there is none; any thread may call this. */
    protected final @Nullable ActorLife<?> childNamed(String name) {
        Children children = childrenOrNull();
        return children == null ? null : children.named(name);
    }

    private @Nullable Children childrenOrNull() {
        ColdLife<M> c = coldOrNull();
        return c == null ? null : c.children;
    }

    // Beginning

    /** Makes the first behaviour; messages wait until this returns. */
    public void start() {
        try {
            beginBehaviour();
        } catch (Throwable thrown) {
            beginStop();
            Objects.requireNonNull(parent).ensureChildren().freeName(this);
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

    /** Makes a behaviour. */
    protected abstract void beginBehaviour() throws Exception;

    // Failing and restarting

    /** Deals with what the actor's code has thrown. */
    protected final void failed(Throwable cause) {
        if (Fatal.is(cause)) {
            FailedStop.noteFatal(system(), this, restartCount(), cause);
            beginStop();
            system().raise(cause);
            return;
        }
        if (is(STOPPING | STOPPED)) {
            system().logFailure(() -> shownPath() + " failed while it was stopping", cause);
            return;
        }
        if (is(FAILED)) {
            return;
        }
        var report = new SystemMessage.ChildFailed(this, cause, cold().restarts.round);
        restarts().countFailure();
        system().counts().failure();
        mark(FAILED);
        pause();
        try {
            Objects.requireNonNull(parent).sendSystem(report);
        } catch (OutOfMemoryError noMemory) {
            beginStop(); // no parent will decide about it
            throw noMemory;
        }
        restarts().noteFailure(cause);
    }

    /** Decides about a child that has failed. */
    final void supervise(ActorLife<?> child, Throwable cause, int round) {
        if (is(STOPPING | STOPPED | RESTARTING)) {
            child.sendSystem(new SystemMessage.Stop());
        } else {
            new Supervisor(this, supervision()).decide(child, cause, round);
        }
    }

    /** Takes a child's failure as its own. */
    final void escalate(ActorLife<?> child, Throwable cause) {
        restarts().addEscalated(child, cause);
        failed(cause);
    }

    final RestartState restarts() {
        return cold().restarts;
    }

    final void resumeAfterFailure() {
        if (!is(FAILED) || is(STOPPING | STOPPED | RESTARTING)) {
            return;
        }
        unmark(FAILED);
        var supervisor = new Supervisor(this, supervision());
        restarts().takeEscalated(supervisor::resume);
        resume();
    }

    final void beginRestart(SystemMessage.Restart restart) {
        restarts().round = restart.round;
        if (is(STOPPING | STOPPED | RESTARTING)) {
            return;
        }
        mark(RESTARTING);
        pause();
        restarts().beginRestart(isMadeAnew() ? restart.delayNanos : 0);
        endBehaviour(restart.cause, restart.keepStash);
        try {
            stopChildren();
        } finally {
            if (!isMadeAnew() || ensureChildren().checkEmptyOrAwait()) {
                childrenGone();
            }
        }
    }

    /**
     * Returns whether there is something to be made anew by a restart: when the children have stopped, and not before the delay. Otherwise others may
     * spawn children meanwhile, who aren't waited for.
     */
    protected boolean isMadeAnew() {
        return true;
    }

    final void childrenGone() {
        if (is(STOPPED)) {
            return;
        }
        if (is(STOPPING)) {
            finishStop();
        } else if (is(RESTARTING)) {
            long delay = restarts().delayNanos;
            if (delay > 0) {
                system().later(() -> sendSystem(new SystemMessage.RestartNow()), Duration.ofNanos(delay));
            } else {
                finishRestart();
            }
        }
    }

    final void finishRestart() {
        if (!is(RESTARTING) || is(STOPPING | STOPPED)) {
            return;
        }
        cold().deathWatch.forgetChildrenOf(this);
        unmark(RESTARTING);
        try {
            beginBehaviour();
        } catch (Throwable thrown) {
            unmark(FAILED);
            failed(thrown);
            return;
        }
        restarts().countRestart();
        system().counts().restart();
        unmark(FAILED);
        resume();
    }

    /** Stops handling messages. */
    protected abstract void pause();

    /** Returns whether there is something to go on with after a failure; the parent may ask. */
    protected boolean canResume() {
        return true;
    }

    /** Handles messages again, if nothing else is in the way. */
    protected abstract void resume();

    /** Ends a behaviour that will be replaced. */
    protected abstract void endBehaviour(Throwable cause, boolean keepStash);

    // Stopping

    protected final void beginStop() {
        if (is(STOPPING | STOPPED)) {
            return;
        }
        mark(STOPPING);
        try {
            pause();
            closeMailbox();
        } finally {
            try {
                stopping();
            } finally {
                stopChildrenAndFinish();
            }
        }
    }

    /** Goes on with the stop, whatever the children's stop throws: they are awaited all the same. */
    private void stopChildrenAndFinish() {
        Children children = childrenOrNull();
        if (children == null) {
            finishStop();
            return;
        }
        children.close();
        try {
            stopChildren();
        } finally {
            if (children.checkEmptyOrAwait()) {
                finishStop();
            }
        }
    }

    /** Tells all children to stop. One that can't be told, for want of memory, doesn't keep it from the others. */
    protected final void stopChildren() {
        OutOfMemoryError failure = null;
        for (ActorLife<?> child : childList()) {
            try {
                child.sendSystem(new SystemMessage.Stop());
            } catch (OutOfMemoryError noMemory) {
                failure = noMemory;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Makes dead letters of what stands in the mailbox or waits for room there; any thread may call this. */
    public abstract void closeMailbox();

    /** Called when the stop begins, before the children's. */
    protected abstract void stopping();

    /** Called when all children have stopped; calls {@link #stopped} at once or later. */
    protected abstract void finishStop();

    /**
     * Ends this actor's life. Its name is free before any thread sees that it has stopped, since such a thread may spawn the next
     * actor of that name. Its watchers know before the parent goes on. Whatever one of these steps throws, the others follow, or the
     * parent would wait for ever.
     */
    protected final void stopped() {
        Children siblings = parent == null ? null : parent.ensureChildren();
        try {
            if (siblings != null && parent != null) {
                Steps.before(StepKind.ACCESS, parent.strand);
                siblings.remove(this);
            }
        } finally {
            try {
                system().counts().stopped(processed());
            } finally {
                mark(STOPPED);
                try {
                    ColdLife<M> c = coldOrNull();
                    if (c != null) {
                        c.deathWatch.end(this);
                    }
                } finally {
                    if (siblings != null) {
                        siblings.leave();
                    }
                }
            }
        }
    }

    // Watching

    @Override
    public final void beginWatch(Watcher watcher) {
        sendSystem(new SystemMessage.Watch(watcher));
    }

    @Override
    public final void endWatch(Watcher watcher) {
        sendSystem(new SystemMessage.Unwatch(watcher));
    }

    final void addWatcher(Watcher watcher) {
        if (isStopped()) {
            watcher.stopped(this);
        } else {
            cold().deathWatch.addWatcher(watcher);
        }
    }

    final void removeWatcher(Watcher watcher) {
        ColdLife<M> c = coldOrNull();
        if (c != null) {
            c.deathWatch.removeWatcher(watcher);
        }
    }

    /**
     * Made of the numbers of the actor and of those above it. So a hash table of refs has the same order in every run of a
     * simulation, which it would not have by the JVM's own hash codes.
     */
    @Override
    public final int hashCode() {
        int hash = number();
        ActorLife<?> above = parent;
        for (int i = 0; i < HASHED_LEVELS && above != null; i++) {
            hash = HASH_FACTOR * hash + above.number();
            above = above.parent;
        }
        return hash;
    }

    @Override
    public String toString() {
        return "ActorRef[" + path() + "]";
    }
}
