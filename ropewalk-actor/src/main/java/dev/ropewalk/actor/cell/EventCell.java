package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Stash;
import dev.ropewalk.actor.Terminated;
import dev.ropewalk.actor.Timers;
import dev.ropewalk.actor.mailbox.Adapted;
import dev.ropewalk.actor.mailbox.Asked;
import dev.ropewalk.actor.mailbox.Carried;
import dev.ropewalk.actor.mailbox.MessageQueue;
import dev.ropewalk.actor.supervision.DeathWatch;
import dev.ropewalk.actor.supervision.InternalMessage;
import dev.ropewalk.actor.support.Loggers;
import dev.ropewalk.base.ContextScope;
import dev.ropewalk.base.Contexts;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An actor that is given its messages, one after another, on its strand.
 *
 * <p>The mailbox is the strand itself, so that a message costs no more than a task. While {@code active} is set, messages go
 * straight to it. While it isn't, because the actor has failed, waits for room in another's mailbox or has put messages
 * back, they are held in their order; when it can go on, a {@link InternalMessage.Drain} travels through the strand and has one
 * handled each time, until none is left. All fields belong to the strand; before it is started, to the thread that spawns.
 */
public final class EventCell<M> extends ContextCell<M> {
    private final ActorFactory<M> factory;

    /** What handles the next message; null while messages must be held or dropped. */
    private @Nullable Actor<M> active;

    public EventCell(
            CellSystem system, @Nullable Cell<?> parent, ActorOptions<? super M> options, ActorFactory<M> factory) {
        super(system, parent, options);
        this.factory = factory;
    }

    @Override
    ColdState<M> newCold(CellSystem system, ActorOptions<? super M> options, @Nullable MessageQueue<M> queue) {
        return new BehaviourState<>(system, options, queue);
    }

    /** Returns the cold state, as {@link #newCold} makes it for this kind of cell. */
    private BehaviourState<M> state() {
        return (BehaviourState<M>) cold();
    }

    private @Nullable BehaviourState<M> stateOrNull() {
        return (BehaviourState<M>) cold;
    }

    @Override
    public void deliver(Object message) {
        run(message);
    }

    @Override
    boolean tryDeliver(Object message) {
        return tryRun(message);
    }

    // Handling

    @Override
    @SuppressWarnings("unchecked") // what isn't special was sent as M
    public void accept(Object message) {
        Actor<M> behaviour = active;
        if (behaviour == null || hasSystemMessages() || message instanceof InternalMessage) {
            acceptSlowly(message);
            return;
        }
        try {
            countProcessed();
            Steps.failIfStruck(FaultKind.ACTOR_FAILURE, this);
            behaviour.receive((M) message);
        } catch (Throwable thrown) {
            failed(thrown);
        }
    }

    private void acceptSlowly(Object message) {
        runSystemMessages();
        if (message instanceof InternalMessage.Wake) {
            return;
        }
        if (is(STOPPING | STOPPED)) {
            drop(message, DeadLetter.Reason.STOPPED);
        } else if (message instanceof InternalMessage.Drain) {
            state().draining = false;
            handleHeld();
        } else if (active == null) {
            state().held.add(message);
        } else {
            handle(message);
        }
    }

    private void handleHeld() {
        if (!isAble()) {
            return;
        }
        Object message = state().held.poll();
        try {
            if (message != null) {
                handle(message);
            }
        } finally {
            resume(); // also if a failure couldn't be told, or what is held would wait for ever
        }
    }

    @SuppressWarnings("unchecked") // what isn't special was sent as M
    private void handle(Object message) {
        if (message instanceof InternalMessage.Token) {
            MessageQueue<M> queue = Objects.requireNonNull(cold().queue);
            Object sent = queue.take();
            if (sent != null) {
                handle(sent);
            }
            return;
        }
        ContextScope context = ContextScope.NONE;
        try {
            if (message instanceof ActorTimers.Tick<?> tick && !isLive((ActorTimers.Tick<M>) tick)) {
                return;
            }
            context = Contexts.open(InternalMessage.contextOf(message), this);
            switch (message) {
                case Asked asked -> handleAsked(asked);
                case Carried carried -> {
                    boolean ignored = handleSent(carried);
                }
                case Adapted adapted -> handleMessage((M) adapted.message());
                case InternalMessage.Retire retire -> retire(retire);
                case StopNotice notice -> handleNotice(notice.stopped);
                case ActorTimers.Tick<?> tick -> handleTick((ActorTimers.Tick<M>) tick);
                default -> handleMessage((M) message);
            }
        } catch (Throwable thrown) {
            context.failed(thrown);
            failed(thrown);
        } finally {
            context.close();
        }
    }

    private void handleMessage(M message) throws Exception {
        BehaviourState<M> r = stateOrNull();
        if (r != null && r.timers != null) {
            r.timers.noteMessage();
        }
        receive(behaviour(), message);
    }

    private void receive(Actor<M> behaviour, M message) throws Exception {
        countProcessed();
        sample(message);
        Steps.failIfStruck(FaultKind.ACTOR_FAILURE, this);
        behaviour.receive(message);
    }

    private void handleTick(ActorTimers.Tick<M> tick) throws Exception {
        ActorTimers<M> timers = state().timers;
        M message = timers == null ? null : timers.takeMessage(tick);
        if (message != null) {
            long before = stashed();
            receive(behaviour(), message);
            boolean ignored = keepIfStashed(Carried.of(message, tick.context()), before);
        }
    }

    /** Returns whether the timer of a tick is neither ended nor replaced: otherwise no context is opened for it. */
    private boolean isLive(ActorTimers.Tick<M> tick) {
        ActorTimers<M> timers = state().timers;
        return timers != null && timers.isLive(tick);
    }

    private void handleAsked(Asked asked) throws Exception {
        if (!asked.take()) {
            return;
        }
        boolean isStashed;
        try {
            isStashed = handleSent(asked);
        } catch (Throwable thrown) {
            handled(asked, thrown);
            throw thrown;
        }
        if (!isStashed) {
            handled(asked, null);
        }
    }

    /** Handles a message whose envelope goes with it into the stash; returns whether it is there now. */
    @SuppressWarnings("unchecked") // was sent as M
    private boolean handleSent(InternalMessage sent) throws Exception {
        long before = stashed();
        handleMessage((M) Asked.unwrap(sent));
        return keepIfStashed(sent, before);
    }

    /** Returns how many messages were put aside so far. */
    private long stashed() {
        BehaviourState<M> r = stateOrNull();
        return r == null || r.stash == null ? 0 : r.stash.added();
    }

    private boolean keepIfStashed(Object sent, long before) {
        BehaviourState<M> r = stateOrNull();
        return r != null && r.stash != null && r.stash.keep(sent, before);
    }

    private void handleNotice(ActorRef<?> stopped) throws Exception {
        DeathWatch<M> watch = cold().deathWatch;
        if (!watch.isWatching(stopped)) {
            return;
        }
        Optional<M> wanted = watch.messageFor(stopped);
        watch.forget(stopped);
        if (wanted.isPresent()) {
            receive(behaviour(), wanted.get());
        } else {
            made().receiveSignal(new Terminated(stopped));
        }
    }

    private void retire(InternalMessage.Retire retire) {
        if (hasWaiters()) {
            run(InternalMessage.Retire.FIRST);
        } else if (retire == InternalMessage.Retire.FIRST) {
            run(InternalMessage.Retire.LAST);
        } else {
            beginStop();
        }
    }

    /** Puts a message back, before everything that waits. */
    void putBack(Object message) {
        state().held.addFirst(message);
        pause();
        drain();
    }

    private void drain() {
        BehaviourState<M> r = state();
        if (!r.draining && isAble()) {
            run(InternalMessage.Drain.ONE); // handled after this, in the same strand
            r.draining = true;
        }
    }

    @Override
    protected void pause() {
        BehaviourState<M> r = state();
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
        BehaviourState<M> r = state();
        if (r.held.count() > 0) {
            drain();
        } else if (r.paused != null) {
            active = noting(r.paused);
            r.paused = null;
        }
    }

    /** A race that is meant: others may read the behaviour while it changes. */
    @Override
    public Object code() {
        Actor<M> current = active;
        BehaviourState<M> r = stateOrNull();
        if (current == null && r != null) {
            current = r.paused;
        }
        return current == null ? factory : Noting.behind(current);
    }

    @Override
    public String shownPath() {
        return LabelledFactory.shown(path(), factory);
    }

    @Override
    public boolean isIdle() {
        if (!strand.isIdle()) {
            return false;
        }
        BehaviourState<M> r = stateOrNull();
        return (r == null || r.held.count() == 0) && !hasWaiters();
    }

    @Override
    public int waiting(int max) {
        BehaviourState<M> r = stateOrNull();
        int held = r == null ? 0 : r.held.count();
        return Math.min(max, held + strand.pending(max));
    }

    // Behaviours

    @Override
    protected void beginBehaviour() throws Exception {
        Actor<M> made = Objects.requireNonNull(BeingMade.make(this, factory), "the factory returned null");
        BehaviourState<M> r = stateOrNull();
        if (r == null) {
            active = made;
        } else {
            r.paused = made;
            resume();
        }
    }

    @Override
    boolean isOwnCode() {
        return strand.isCurrent() || BeingMade.isByFactoryOf(this);
    }

    @Override
    protected void endBehaviour(Throwable cause, boolean keepStash) {
        BehaviourState<M> r = state();
        if (r.paused != null) {
            try {
                made().preRestart(cause);
            } catch (Throwable thrown) {
                logFailureOf("preRestart", thrown);
            }
        }
        r.forgetBehaviours();
        r.finish(cause);
        r.ended++;
        r.endTimers();
        if (r.stash != null && !keepStash) {
            r.stash.unstashAll();
        }
    }

    private Actor<M> behaviour() {
        Actor<M> current = active;
        if (current == null) {
            return Objects.requireNonNull(state().paused);
        }
        return Noting.behind(current);
    }

    /** Returns the behaviour that the factory made. */
    private Actor<M> made() {
        BehaviourState<M> r = stateOrNull();
        return r == null || r.made == null ? behaviour() : r.made;
    }

    private Actor<M> noting(Actor<M> behaviour) {
        BehaviourState<M> r = stateOrNull();
        return r == null ? behaviour : r.noting(behaviour, this);
    }

    /** What is to be noted of messages has changed. */
    private void notingChanged() {
        if (active != null) {
            active = noting(behaviour());
        }
    }

    @Override
    void sampleBy(MessageSampler sampler) {
        super.sampleBy(sampler);
        notingChanged();
    }

    /** Has the behaviour in front again. */
    void sampleEnded() {
        state().sampler = null;
        notingChanged();
    }

    @Override
    protected void stopping() {
        BehaviourState<M> r = stateOrNull();
        if (r != null) {
            r.endTimers();
        }
    }

    @Override
    protected void finishStop() {
        BehaviourState<M> r = state();
        if (r.paused != null) {
            try {
                made().postStop();
            } catch (Throwable thrown) {
                logFailureOf("postStop", thrown);
            }
        }
        r.forgetBehaviours();
        dropUnfinished(); // before anybody hears that this has stopped
        stopped();
        for (Object message = r.held.poll(); message != null; message = r.held.poll()) {
            drop(message, DeadLetter.Reason.STOPPED);
        }
        if (r.stash != null) {
            r.stash.drop(DeadLetter.Reason.STOPPED);
        }
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
        BehaviourState<M> r = state();
        if (r.timers == null) {
            r.timers = new ActorTimers<>(this, this::notingChanged);
        }
        return r.timers;
    }

    @Override
    public Stash<M> stash() {
        checkOwnCode("stash");
        BehaviourState<M> r = state();
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
        BehaviourState<M> r = state();
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
        BehaviourState<M> r = state();
        if (r.below == null) {
            r.below = new ArrayDeque<>();
        }
        r.below.push(behaviour());
        become(behaviour);
    }

    private boolean hasBehaviour() {
        BehaviourState<M> r = stateOrNull();
        return active != null || (r != null && r.paused != null);
    }

    private void checkHasBehaviour() {
        if (!hasBehaviour()) {
            throw new IllegalStateException(path() + " has no behaviour yet: let the factory return this one");
        }
    }

    @Override
    public void unbecome() {
        checkOwnCode("unbecome");
        BehaviourState<M> r = state();
        if (r.below == null || r.below.isEmpty()) {
            throw new IllegalStateException(path() + " has no behaviour to go back to");
        }
        become(r.below.pop());
    }
}
