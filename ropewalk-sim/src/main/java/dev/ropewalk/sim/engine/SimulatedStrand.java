package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.AbandonableHandler;
import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.step.Backlog;
import dev.ropewalk.scheduler.step.StepKind;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A strand of a host. Each of its tasks, or messages, is a step on the strand itself. */
final class SimulatedStrand extends Party implements Strand, MessageStrand<Object>, Backlog {
    private final WorldHost host;
    private final SchedulerState state;
    private final Placement placement;
    private final @Nullable Consumer<Object> handler;
    private final Queue<Object> queue = new ArrayDeque<>(4);
    private final int own;
    private boolean started;
    private boolean running;
    private int turns;

    SimulatedStrand(WorldHost host, SchedulerState state, Placement placement, @Nullable Consumer<Object> handler) {
        super(host.nextPartyNumber());
        this.host = host;
        this.state = state;
        this.placement = placement;
        this.handler = handler;
        this.own = host.newResourceNumber();
        this.started = handler == null;
    }

    /** Returns the number of this strand as a resource. */
    int own() {
        return own;
    }

    @Override
    public void start() {
        host.requireCaller(this);
        if (started) {
            throw new IllegalStateException(toString() + " was started before");
        }
        started = true;
        state.unstarted().remove(this);
        makeReady();
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        submit(task, false);
    }

    @Override
    public void send(Object message) {
        Objects.requireNonNull(message, "message");
        submit(message, false);
    }

    /** No step: the sender has begun what this completes, and has announced it before. */
    @Override
    public void sendAlways(Object message) {
        Objects.requireNonNull(message, "message");
        submit(message, true);
    }

    private void submit(Object added, boolean always) {
        host.requireCaller(this);
        if (!always) {
            state.refuseIfClosed();
            host.before(StepKind.SUBMIT, this);
            state.refuseIfClosed();
        }
        enqueue(added, false);
    }

    /** Submits without a step: what happens by the clock isn't anybody's. */
    void enqueueByClock(Object added) {
        enqueue(added, true);
    }

    private void enqueue(Object added, boolean byClock) {
        queue.add(added);
        state.noteTaskSubmitted();
        if (!started) {
            state.unstarted().add(this);
        }
        makeReady();
        state.noteGrown(handler instanceof Backlog whole ? whole : this, byClock);
    }

    private void makeReady() {
        if (started && !running && !isReady() && !queue.isEmpty()) {
            announce(kindOfNext(), own);
            host.ready(this);
        }
    }

    private StepKind kindOfNext() {
        if (handler != null) {
            return StepKind.MESSAGE;
        }
        return queue.peek() instanceof SimulatedTimer ? StepKind.TIMER : StepKind.TASK;
    }

    @Override
    boolean isTask() {
        return true;
    }

    @Override
    @Nullable
    Object message() {
        return handler == null || running ? null : queue.peek();
    }

    @Override
    void runTask() {
        running = true;
        turns++;
        Object item = queue.remove();
        if (handler == null) {
            state.userCode().run((Runnable) item);
        } else {
            state.userCode().run(handler, item);
        }
    }

    @Override
    void taskEnded() {
        running = false;
        state.noteTaskEnded();
        makeReady();
    }

    /** Takes out all that waits, and tells it; returns how much it was. */
    int abandonAll() {
        int count = queue.size();
        for (Object item : queue) {
            if (handler instanceof AbandonableHandler<Object> abandonable) {
                abandonable.noteLeftOver(item);
            }
        }
        for (Object item = queue.poll(); item != null; item = queue.poll()) {
            state.noteTaskEnded();
            if (handler instanceof AbandonableHandler<Object> abandonable) {
                abandonable.abandon(item);
            } else if (handler == null && item instanceof Abandonable task) {
                task.abandon();
            }
        }
        return count;
    }

    @Override
    public boolean isOpen() {
        return state.isOpen();
    }

    @Override
    public Consumer<? super Object> handler() {
        return Objects.requireNonNull(handler);
    }

    boolean hasHandler() {
        return handler != null;
    }

    @Override
    public Scheduler scheduler() {
        return host.simulatedScheduler();
    }

    @Override
    public Placement placement() {
        return placement;
    }

    @Override
    public Optional<Thread> runner() {
        return place == null ? Optional.empty() : Optional.ofNullable(place.thread());
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // asks which party it is
    public boolean isCurrent() {
        return host.isCaller() && host.current() == this;
    }

    @Override
    public boolean isIdle() {
        return started && !running && queue.isEmpty();
    }

    @Override
    public int waiting(int most) {
        return pending(most);
    }

    @Override
    public int pending(int most) {
        return Math.min(most, queue.size());
    }

    @Override
    public int turns() {
        return turns;
    }

    @Override
    String name() {
        String kind = placement == Placement.SOFT ? "" : placement + ", ";
        return "Strand[" + kind + (handler == null ? "" : handler + ", ") + (isIdle() ? "idle]" : "busy]");
    }
}
