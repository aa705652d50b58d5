package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An actor that is given its messages, one after another, on its strand.
 *
 * <p>The mailbox is the strand itself, so that a message costs no more than a task. While {@code active} is set, messages go
 * straight to it. While it isn't, because the actor has failed, waits for room in another's mailbox or has put messages
 * back, they are held in their order; when it can go on, a {@link Special.Drain} travels through the strand and has one
 * handled each time, until none is left. All fields belong to the strand; before it is started, to the thread that spawns.
 */
final class EventCell<M> extends Cell<M> implements ActorContext<M> {
    private final ActorFactory<M> factory;

    /** What handles the next message; null while messages must be held or dropped. */
    private @Nullable Actor<M> active;

    EventCell(ActorSystem system, @Nullable Cell<?> parent, ActorOptions<? super M> options, ActorFactory<M> factory) {
        super(system, parent, options);
        this.factory = factory;
    }

    @Override
    void deliver(Object message) {
        run(message);
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
        ActorTimers<M> timers = rare().timers;
        if (timers != null) {
            timers.noteMessage();
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
            handleMessage((M) asked.message);
        } catch (Throwable thrown) {
            asked.answer.completeExceptionally(thrown);
            throw thrown;
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
            behaviour().receiveSignal(new Terminated(stopped));
        }
    }

    private void retire(Special.Retire retire) {
        if (retire == Special.Retire.FIRST || hasWaiters()) {
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
            r.draining = true;
            run(Special.Drain.ONE);
        }
    }

    @Override
    void pause() {
        Rare<M> r = rare();
        if (active != null) {
            r.paused = behaviour();
            active = null;
        }
    }

    @Override
    void resume() {
        if (!isAble()) {
            return;
        }
        Rare<M> r = rare();
        if (!r.held.isEmpty()) {
            drain();
        } else if (r.paused != null) {
            active = noting(r.paused);
            r.paused = null;
        }
    }

    @Override
    boolean isIdle() {
        Rare<M> r = rare;
        return strand.isIdle() && (r == null || r.held.isEmpty()) && !hasWaiters();
    }

    @Override
    int waiting(int most) {
        Rare<M> r = rare;
        int held = r == null ? 0 : r.held.size();
        return Math.min(most, held + strand.pending(most));
    }

    // Behaviours

    @Override
    void beginBehaviour() throws Exception {
        Actor<M> made = Objects.requireNonNull(factory.create(this), "the factory returned null");
        if (rare == null) {
            active = made;
        } else {
            rare.paused = made;
            resume();
        }
    }

    @Override
    void endBehaviour(Throwable cause, boolean keepStash) {
        Rare<M> r = rare();
        Actor<M> behaviour = r.paused;
        if (behaviour != null) {
            try {
                behaviour.preRestart(cause);
            } catch (Throwable thrown) {
                logFailureOf("preRestart", thrown);
            }
        }
        r.paused = null;
        r.below = null;
        if (r.timers != null) {
            r.timers.cancelAll();
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
    void stopping() {
        Rare<M> r = rare;
        if (r != null && r.timers != null) {
            r.timers.cancelAll();
        }
    }

    @Override
    void finishStop() {
        Rare<M> r = rare();
        Actor<M> behaviour = r.paused;
        r.paused = null;
        r.below = null;
        if (behaviour != null) {
            try {
                behaviour.postStop();
            } catch (Throwable thrown) {
                logFailureOf("postStop", thrown);
            }
        }
        stopped();
        r.held.forEach(message -> drop(message, DeadLetter.Reason.STOPPED));
        r.held.clear();
        if (r.stash != null) {
            r.stash.clear();
        }
    }

    private void logFailureOf(String hook, Throwable thrown) {
        if (Fatal.is(thrown)) {
            throw (VirtualMachineError) thrown;
        }
        system.log(Level.WARNING, hook + " of " + path() + " failed", thrown);
    }

    // The context

    @Override
    public ActorRef<M> self() {
        return this;
    }

    @Override
    public ActorSystem system() {
        return system;
    }

    @Override
    public Scheduler scheduler() {
        return system.scheduler();
    }

    @Override
    public System.Logger logger() {
        Actor<M> paused = rare == null ? null : rare.paused;
        return Loggers.of(active != null ? behaviour().getClass() : paused == null ? null : paused.getClass());
    }

    @Override
    public List<ActorRef<?>> children() {
        return List.copyOf(childList());
    }

    @Override
    public Optional<ActorRef<?>> child(String name) {
        return Optional.ofNullable(brood().named(name));
    }

    @Override
    public void stop() {
        order(new Control.Stop());
    }

    @Override
    public void stop(ActorRef<?> child) {
        Cell<?> cell = system.cellOf(child);
        if (cell.parent != this) {
            throw new IllegalArgumentException(child.path() + " isn't a child of " + path());
        }
        cell.order(new Control.Stop());
    }

    @Override
    public void watch(ActorRef<?> actor) {
        watch(actor, Optional.empty());
    }

    @Override
    public void watch(ActorRef<?> actor, M message) {
        watch(actor, Optional.of(message));
    }

    private void watch(ActorRef<?> actor, Optional<M> message) {
        Cell<?> target = system.cellOf(actor);
        if (rare().watched.put(target, message) == null) {
            target.order(new Control.Watch(this));
        }
    }

    @Override
    public void unwatch(ActorRef<?> actor) {
        Cell<?> target = system.cellOf(actor);
        if (rare().watched.remove(target) != null) {
            target.order(new Control.Unwatch(this));
        }
    }

    @Override
    public Timers<M> timers() {
        Rare<M> r = rare();
        if (r.timers == null) {
            r.timers = new ActorTimers<>(this, this::receiveTimeoutChanged);
        }
        return r.timers;
    }

    @Override
    public Stash<M> stash() {
        Rare<M> r = rare();
        if (r.stash == null) {
            r.stash = new ActorStash<>(this, r.options.stashCapacity());
        }
        return r.stash;
    }

    @Override
    public void become(Actor<M> behaviour) {
        Objects.requireNonNull(behaviour, "behaviour");
        if (active != null) {
            active = noting(behaviour);
        } else if (rare().paused != null) {
            rare().paused = behaviour;
        } else {
            throw new IllegalStateException(path() + " has no behaviour yet: let the factory return this one");
        }
    }

    @Override
    public void becomeStacked(Actor<M> behaviour) {
        Rare<M> r = rare();
        if (r.below == null) {
            r.below = new ArrayDeque<>();
        }
        r.below.push(behaviour());
        become(behaviour);
    }

    @Override
    public void unbecome() {
        Rare<M> r = rare();
        if (r.below == null || r.below.isEmpty()) {
            throw new IllegalStateException(path() + " has no behaviour to go back to");
        }
        become(r.below.pop());
    }

    @Override
    public <T> void pipeToSelf(
            CompletionStage<T> stage,
            BiFunction<? super @Nullable T, ? super @Nullable Throwable, ? extends M> message) {
        Objects.requireNonNull(message, "message");
        var ignored = stage.whenComplete((result, failure) -> tell(message.apply(result, failure)));
    }

    // Spawning

    @Override
    public <N> ActorRef<N> spawn(ActorOptions<? super N> options, ActorFactory<N> child) {
        return system.spawn(this, options, child);
    }

    @Override
    public <N> ActorRef<N> spawnBlocking(ActorOptions<? super N> options, BlockingActor<N> child) {
        return system.spawnBlocking(this, options, child);
    }

    @Override
    public <T> T proxy(ActorOptions<Object> options, Class<T> type, Supplier<? extends T> target) {
        return system.proxy(this, options, type, target);
    }

    @Override
    public <N> Router<N> spawnRouter(
            ActorOptions<? super N> options, Routing<? super N> routing, int size, ActorFactory<N> routee) {
        return system.spawnRouter(this, options, routing, size, routee);
    }
}
