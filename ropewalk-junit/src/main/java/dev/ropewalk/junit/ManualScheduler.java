package dev.ropewalk.junit;

import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.scheduler.SchedulerStats;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.TimeDistribution;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** A real scheduler but for its timers, which wait for manual time. */
final class ManualScheduler implements Scheduler {
    private final Scheduler real;
    private final ManualTime time;

    ManualScheduler(Scheduler real, ManualTime time) {
        this.real = real;
        this.time = time;
    }

    @Override
    public Timer schedule(Strand strand, Runnable task, Duration delay) {
        Objects.requireNonNull(task, "task");
        return new ManualTimer(time, real, strand, task, 0).after(nanos(delay));
    }

    @Override
    public Timer scheduleAtFixedRate(Strand strand, Runnable task, Duration initialDelay, Duration period) {
        Objects.requireNonNull(task, "task");
        if (!period.isPositive()) {
            throw new IllegalArgumentException("period must be above zero, not " + period);
        }
        return new ManualTimer(time, real, strand, task, nanos(period)).after(nanos(initialDelay));
    }

    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    @Override
    public long nanoTime() {
        return real.nanoTime() + time.elapsedNanos();
    }

    /** Its tasks with a delay go by real time: it stands on the real scheduler. */
    @Override
    public ScheduledExecutorService asExecutorService() {
        return real.asExecutorService();
    }

    @Override
    public Strand newStrand(Placement placement) {
        return real.newStrand(placement);
    }

    @Override
    public Strand newStrand(Placement placement, int worker) {
        return real.newStrand(placement, worker);
    }

    @Override
    public <M> MessageStrand<M> newMessageStrand(Placement placement, Consumer<? super M> handler) {
        return real.newMessageStrand(placement, handler);
    }

    @Override
    public Optional<MessageStrand<?>> currentStrand() {
        return real.currentStrand();
    }

    @Override
    public void execute(Runnable task) {
        real.execute(task);
    }

    @Override
    public <T> T blocking(Callable<T> call) throws Exception {
        return real.blocking(call);
    }

    @Override
    public ThreadFactory threadFactory() {
        return real.threadFactory();
    }

    @Override
    public ThreadFactory isolatedThreadFactory() {
        return real.isolatedThreadFactory();
    }

    @Override
    public boolean carriesVirtualThreads() {
        return real.carriesVirtualThreads();
    }

    @Override
    public int workers() {
        return real.workers();
    }

    @Override
    public RandomGenerator random() {
        return real.random();
    }

    @Override
    public void park(Object blocker) {
        real.park(blocker);
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        real.parkNanos(blocker, nanos);
    }

    @Override
    public void unpark(Thread thread) {
        real.unpark(thread);
    }

    @Override
    public TimeDistribution taskTimes() {
        return real.taskTimes();
    }

    @Override
    public SchedulerStats stats() {
        return real.stats();
    }

    @Override
    public SchedulerCloseReport close(Duration timeout) {
        return real.close(timeout);
    }

    @Override
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        return real.awaitTermination(timeout);
    }

    @Override
    public boolean isTellingCaller() {
        return real.isTellingCaller();
    }

    @Override
    public void close() {
        real.close();
    }

    @Override
    public String toString() {
        return real + " in manual time";
    }
}
