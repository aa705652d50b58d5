package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Stash;
import dev.ropewalk.actor.Terminated;
import dev.ropewalk.actor.Timers;
import dev.ropewalk.actor.mailbox.Adapted;
import dev.ropewalk.actor.mailbox.Asked;
import dev.ropewalk.actor.mailbox.Intake;
import dev.ropewalk.actor.mailbox.Special;
import dev.ropewalk.actor.support.Fatal;
import dev.ropewalk.actor.support.Loggers;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An actor that is given its messages, one after another, on its strand.
 *
 * <p>The mailbox is the strand itself, so that a message costs no more than a task. While {@code active} is set, messages go
 * straight to it. While it isn't, because the actor has failed, waits for room in another's mailbox or has put messages
 * back, they are held in their order; when it can go on, a {@link Special.Drain} travels through the strand and has one
 * handled each time, until none is left. All fields belong to the strand; before it is started, to the thread that spawns.
 */
public final class EventCell<M> extends ContextCell<M> {
    /** The actors that the calling thread is making; their strands haven't begun, and can't tell whose code runs. */
    private static final ThreadLocal<Making> BEING_MADE = new ThreadLocal<>();

    /** An actor that is being made, maybe by the factory of another one. */
    private record Making(EventCell<?> cell, @Nullable Making outer) {}

    private final ActorFactory<M> factory;

    /** What handles the next message; null while messages must be held or dropped. */
    private @Nullable Actor<M> active;

    public EventCell(
            ActorSystem system, @Nullable Cell<?> parent, ActorOptions<? super M> options, ActorFactory<M> factory) {
        super(system, parent, options);
        this.factory = factory;
    }

    @Override
    public void deliver(Object message) {
        run(message);
    }

    @Override
    boolean tryDeliver(Object message) {
        return tryRun(message);
    }

    /** Returns the actor of a system that the calling thread is making, or null; it may be making others meanwhile. */
    static @Nullable Cell<?> beingMade(ActorSystem system) {
        for (Making making = BEING_MADE.get(); making != null; making = making.outer) {
            if (making.cell.system() == system) {
                return making.cell;
            }
        }
        return null;
    }

    // Handling

    @Override
    @SuppressWarnings("unchecked") // what isn't special was sent as M
    public void accept(Object message) {
        Actor<M> behaviour = active;
        if (behaviour == null || hasControls() || message instanceof Special) {
            acceptSlowly(message);
            return;
        }
        try {
            behaviour.receive((M) message);
        } catch (Throwable thrown) {
            failed(thrown);
        }
    }

    private void acceptSlowly(Object message) {
        carryOutControls();
        if (message instanceof Special.Wake) {
            return;
        }
        if (is(STOPPING | STOPPED)) {
            drop(message, DeadLetter.Reason.STOPPED);
        } else if (message instanceof Special.Drain) {
            rare().draining = false;
            handleHeld();
        } else if (active == null) {
            rare().hold(message);
        } else {
            handle(message);
        }
    }

    private void handleHeld() {
        if (!isAble()) {
            return;
        }
        Object message = rare().pollHeld();
        if (message != null) {
            handle(message);
        }
        resume();
    }

    @SuppressWarnings("unchecked") // what isn't special was sent as M
    private void handle(Object message) {
        if (message instanceof Special.Token) {
            Intake<M> intake = Objects.requireNonNull(rare().intake);
            Object sent = intake.take();
            if (sent != null) {
                handle(sent);
            }
            return;
        }
        try {
            switch (message) {
                case Asked asked -> handleAsked(asked);
                case Adapted adapted -> handleMessage((M) adapted.message());
                case Special.Retire retire -> retire(retire);
                case Notice notice -> handleNotice(notice.stopped);
                case ActorTimers.Tick<?> tick -> handleTick((ActorTimers.Tick<M>) tick);
                default -> handleMessage((M) message);
            }
        } catch (Throwable thrown) {
            failed(thrown);
        }
    }

    private void handleMessage(M message) throws Exception {
        Rare<M> r = rare;
        if (r != null && r.timers != null) {
            r.timers.noteMessage();
        }
        behaviour().receive(message);
    }

    private void handleTick(ActorTimers.Tick<M> tick) throws Exception {
        ActorTimers<M> timers = rare().timers;
        M message = timers == null ? null : timers.messageOf(tick);
        if (message != null) {
            behaviour().receive(message);
        }
    }

    @SuppressWarnings("unchecked") // was sent as M
    private void handleAsked(Asked asked) throws Exception {
        try {
            handleMessage((M) Asked.unwrap(asked));
        } catch (Throwable thrown) {
            fail(asked, thrown);
            throw thrown;
        }
        Rare<M> r = rare;
        if (r != null && r.stash != null) {
            r.stash.keep(asked);
        }
    }

    private void handleNotice(Cell<?> stopped) throws Exception {
        Optional<M> wanted = rare().watched.remove(stopped);
        if (wanted == null) {
            return;
        }
        if (wanted.isPresent()) {
            behaviour().receive(wanted.get());
        } else {
            made().receiveSignal(new Terminated(stopped));
        }
    }

    private void retire(Special.Retire retire) {
        if (hasWaiters()) {
            run(Special.Retire.FIRST);
        } else if (retire == Special.Retire.FIRST) {
            run(Special.Retire.LAST);
        } else {
            beginStop();
        }
    }

    /** Puts a message back, before everything that waits. */
    void putBack(Object message) {
        rare().holdFirst(message);
        pause();
        drain();
    }

    private void drain() {
        Rare<M> r = rare();
        if (!r.draining && isAble()) {
            run(Special.Drain.ONE); // handled after this, in the same strand
            r.draining = true;
        }
    }

    @Override
    protected void pause() {
        Rare<M> r = rare();
        if (active != null) {
            r.paused = behaviour();
            active = null;
        }
    }

    @Override
    public boolean canResume() {
        return hasBehaviour();
    }

    @Override
    protected void resume() {
        if (!isAble()) {
            return;
        }
        Rare<M> r = rare();
        if (r.heldCount() > 0) {
            drain();
        } else if (r.paused != null) {
            active = noting(r.paused);
            r.paused = null;
        }
    }

    @Override
    public boolean isIdle() {
        if (!strand.isIdle()) {
            return false;
        }
        Rare<M> r = rare;
        return (r == null || r.heldCount() == 0) && !hasWaiters();
    }

    @Override
    public int waiting(int most) {
        Rare<M> r = rare;
        int held = r == null ? 0 : r.heldCount();
        return Math.min(most, held + strand.pending(most));
    }

    // Behaviours

    @Override
    protected void beginBehaviour() throws Exception {
        Actor<M> made = Objects.requireNonNull(make(), "the factory returned null");
        if (rare == null) {
            active = made;
        } else {
            rare.paused = made;
            resume();
        }
    }

    private Actor<M> make() throws Exception {
        Making outer = BEING_MADE.get();
        BEING_MADE.set(new Making(this, outer));
        try {
            return factory.create(this);
        } finally {
            if (outer == null) {
                BEING_MADE.remove();
            } else {
                BEING_MADE.set(outer);
            }
        }
    }

    @Override
    boolean isOwnCode() {
        return strand.isCurrent() || isBeingMade();
    }

    /** Returns whether the calling code is this actor's factory, and not that of another one which it makes meanwhile. */
    private boolean isBeingMade() {
        Making innermost = BEING_MADE.get();
        return innermost != null && equals(innermost.cell);
    }

    @Override
    protected void endBehaviour(Throwable cause, boolean keepStash) {
        Rare<M> r = rare();
        if (r.paused != null) {
            try {
                made().preRestart(cause);
            } catch (Throwable thrown) {
                logFailureOf("preRestart", thrown);
            }
        }
        forgetBehaviours();
        if (r.timers != null) {
            r.timers.endAll();
        }
        if (r.stash != null && !keepStash) {
            r.stash.unstashAll();
        }
    }

    private Actor<M> behaviour() {
        Actor<M> current = active;
        if (current == null) {
            return Objects.requireNonNull(rare().paused);
        }
        return current instanceof Noting<M> noting ? noting.behaviour() : current;
    }

    /** Returns the behaviour that the factory made. */
    private Actor<M> made() {
        Rare<M> r = rare;
        return r == null || r.made == null ? behaviour() : r.made;
    }

    private void forgetBehaviours() {
        Rare<M> r = rare();
        r.paused = null;
        r.made = null;
        r.below = null;
    }

    private Actor<M> noting(Actor<M> behaviour) {
        ActorTimers<M> timers = rare == null ? null : rare.timers;
        return timers != null && timers.hasReceiveTimeout() ? new Noting<>(behaviour, timers) : behaviour;
    }

    private void receiveTimeoutChanged() {
        if (active != null) {
            active = noting(behaviour());
        }
    }

    @Override
    protected void stopping() {
        Rare<M> r = rare;
        if (r != null && r.timers != null) {
            r.timers.endAll();
        }
    }

    @Override
    protected void finishStop() {
        Rare<M> r = rare();
        if (r.paused != null) {
            try {
                made().postStop();
            } catch (Throwable thrown) {
                logFailureOf("postStop", thrown);
            }
        }
        forgetBehaviours();
        stopped();
        for (Object message = r.pollHeld(); message != null; message = r.pollHeld()) {
            drop(message, DeadLetter.Reason.STOPPED);
        }
        if (r.stash != null) {
            r.stash.drop(DeadLetter.Reason.STOPPED);
        }
    }

    private void logFailureOf(String hook, Throwable thrown) {
        if (Fatal.is(thrown)) {
            system().raise(thrown);
            return;
        }
        system().log(Level.WARNING, hook + " of " + path() + " failed", thrown);
    }

    // The context

    @Override
    public System.Logger logger() {
        checkOwnCode("logger");
        return Loggers.of(hasBehaviour() ? made().getClass() : null);
    }

    @Override
    public void watch(ActorRef<?> actor) {
        watch(actor, Optional.empty());
    }

    @Override
    public Timers<M> timers() {
        checkOwnCode("timers");
        Rare<M> r = rare();
        if (r.timers == null) {
            r.timers = new ActorTimers<>(this, this::receiveTimeoutChanged);
        }
        return r.timers;
    }

    @Override
    public Stash<M> stash() {
        checkOwnCode("stash");
        Rare<M> r = rare();
        if (r.stash == null) {
            r.stash = new ActorStash<>(this, r.options.stashCapacity());
        }
        return r.stash;
    }

    @Override
    public void become(Actor<M> behaviour) {
        checkOwnCode("become");
        Objects.requireNonNull(behaviour, "behaviour");
        checkHasBehaviour();
        Rare<M> r = rare();
        if (r.made == null) {
            r.made = behaviour();
        }
        if (active != null) {
            active = noting(behaviour);
        } else {
            r.paused = behaviour;
        }
    }

    @Override
    public void becomeStacked(Actor<M> behaviour) {
        checkOwnCode("becomeStacked");
        Objects.requireNonNull(behaviour, "behaviour");
        checkHasBehaviour();
        Rare<M> r = rare();
        if (r.below == null) {
            r.below = new ArrayDeque<>();
        }
        r.below.push(behaviour());
        become(behaviour);
    }

    private boolean hasBehaviour() {
        return active != null || (rare != null && rare.paused != null);
    }

    private void checkHasBehaviour() {
        if (!hasBehaviour()) {
            throw new IllegalStateException(path() + " has no behaviour yet: let the factory return this one");
        }
    }

    @Override
    public void unbecome() {
        checkOwnCode("unbecome");
        Rare<M> r = rare();
        if (r.below == null || r.below.isEmpty()) {
            throw new IllegalStateException(path() + " has no behaviour to go back to");
        }
        become(r.below.pop());
    }
}
