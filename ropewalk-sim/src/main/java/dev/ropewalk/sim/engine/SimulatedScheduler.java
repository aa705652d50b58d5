package dev.ropewalk.sim.engine;

import dev.ropewalk.base.Durations;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.scheduler.SchedulerStats;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.time.Event;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** The scheduler of a {@link World}. */
final class SimulatedScheduler implements Scheduler {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.sim", SimulatedScheduler.class);
    private static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final WorldHost host;
    private final SchedulerState state;
    private final Workers workers;
    private final Threads threads;
    private final RandomGenerator random;
    private final SchedulerEnd end;

    SimulatedScheduler(WorldHost host, SchedulerState state, Workers workers, Threads threads) {
        this.host = host;
        this.state = state;
        this.workers = workers;
        this.threads = threads;
        this.random = new ChosenNumbers(host);
        this.end = new SchedulerEnd(this, host, state, workers);
    }

    // Submitting

    @Override
    public Strand newStrand(Placement placement) {
        Objects.requireNonNull(placement, "placement");
        return new SimulatedStrand(host, state, placement, null);
    }

    @Override
    public Strand newStrand(Placement placement, int worker) {
        Objects.requireNonNull(placement, "placement");
        if (placement == Placement.FREE) {
            throw new IllegalArgumentException("a FREE strand has no home, so it can't be worker " + worker);
        }
        if (worker < 0 || worker >= state.workers()) {
            throw new IllegalArgumentException("no worker " + worker + ": there are " + state.workers());
        }
        return new SimulatedStrand(host, state, placement, null);
    }

    @Override
    @SuppressWarnings("unchecked") // only messages of type M are sent through what is returned
    public <M> MessageStrand<M> newMessageStrand(Placement placement, Consumer<? super M> handler) {
        Objects.requireNonNull(placement, "placement");
        Objects.requireNonNull(handler, "handler");
        return (MessageStrand<M>) new SimulatedStrand(host, state, placement, (Consumer<Object>) handler);
    }

    @Override
    public Optional<MessageStrand<?>> currentStrand() {
        return host.isCaller() && host.current() instanceof SimulatedStrand strand && strand.hasHandler()
                ? Optional.of(strand)
                : Optional.empty();
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        host.requireCaller(this);
        host.before(StepKind.SUBMIT, this);
        state.refuseIfClosed();
        state.noteTaskSubmitted();
        host.ready(new TaskParty(host, state, task, StepKind.TASK, host.newResourceNumber()));
    }

    // Timers and blocking

    @Override
    public Timer schedule(Strand strand, Runnable task, Duration delay) {
        Objects.requireNonNull(delay, "delay");
        return arm(strand, task, delay, 0);
    }

    @Override
    public Timer scheduleAtFixedRate(Strand strand, Runnable task, Duration initialDelay, Duration period) {
        Objects.requireNonNull(initialDelay, "initialDelay");
        Objects.requireNonNull(period, "period");
        if (period.isNegative() || period.isZero()) {
            throw new IllegalArgumentException("period must be above zero, not " + period);
        }
        return arm(strand, task, initialDelay, Durations.delayNanos(period));
    }

    @SuppressWarnings("ReferenceEquality") // asks which scheduler it is
    private Timer arm(Strand strand, Runnable task, Duration delay, long periodNanos) {
        Objects.requireNonNull(strand, "strand");
        Objects.requireNonNull(task, "task");
        if (strand.scheduler() != this) {
            throw new IllegalArgumentException(strand + " belongs to another scheduler than " + state.name());
        }
        host.requireCaller(this);
        host.before(StepKind.SUBMIT, strand);
        state.refuseIfClosed();
        var timer = new SimulatedTimer(host, state, (SimulatedStrand) strand, task, periodNanos);
        timer.arm(host.later(Durations.delayNanos(delay)));
        return timer;
    }

    @Override
    public <T> T blocking(Callable<T> call) throws Exception {
        Objects.requireNonNull(call, "call");
        return call.call();
    }

    // Views

    @Override
    public ScheduledExecutorService asExecutorService() {
        return new SimulatedExecutor(host, state);
    }

    @Override
    public ThreadFactory threadFactory() {
        return threads.factory(true);
    }

    @Override
    public ThreadFactory isolatedThreadFactory() {
        return threads.factory(false);
    }

    @Override
    public boolean carriesVirtualThreads() {
        return true;
    }

    @Override
    public int workers() {
        return state.workers();
    }

    // Time, randomness and parking

    @Override
    public long nanoTime() {
        return host.now();
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public void park(Object blocker) {
        Objects.requireNonNull(blocker, "blocker");
        requireInside("park");
        host.park(blocker);
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        Objects.requireNonNull(blocker, "blocker");
        requireInside("parkNanos");
        if (nanos > 0) {
            Thread caller = Thread.currentThread();
            Event alarm = host.at(host.later(nanos), () -> host.unpark(caller));
            try {
                host.parkUntil(blocker, alarm.due());
            } finally {
                alarm.cancel();
            }
        }
    }

    private void requireInside(String method) {
        host.requireCaller(this);
        if (!host.isCaller()) {
            throw new IllegalStateException(method + " of the simulated " + state.name()
                    + " was called outside of its run by " + Thread.currentThread() + ", which would wait for ever");
        }
    }

    @Override
    public void unpark(Thread thread) {
        Objects.requireNonNull(thread, "thread");
        host.requireCaller(this);
        host.before(StepKind.UNPARK, thread);
        host.unpark(thread);
    }

    @Override
    public SchedulerStats stats() {
        return new SchedulerStats(workers.stats(), 0, 0, 0);
    }

    // The end

    @Override
    public SchedulerCloseReport close(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout");
        return end.close(Durations.delayNanos(timeout));
    }

    @Override
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "timeout");
        return end.await(timeout);
    }

    @Override
    public boolean isTellingCaller() {
        return end.isTelling();
    }

    @Override
    public void close() {
        SchedulerCloseReport report = close(DEFAULT_CLOSE_TIMEOUT);
        if (!report.isComplete()) {
            LOG.log(Level.WARNING, () -> this + " abandoned " + report, null);
        }
    }

    @Override
    public String toString() {
        return "Scheduler[" + state.name() + ", simulated]";
    }
}
