package dev.ropewalk.scheduler;

import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.scheduler.worker.Worker;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Has callers' stacks overflow at each call in turn of what they call, and says what went wrong for good. Also a program of its
 * own, for JVMs with other options.
 */
final class OverflowProbe {
    private static final long PAUSE_NANOS = 200_000;

    /** A worker that an interpreter has sweep the whole of its stack isn't stuck. */
    private static final Duration UNHURRIED = Duration.ofMinutes(1);

    private final Scheduler scheduler;
    private final int rounds;
    private final AtomicInteger ran = new AtomicInteger();
    private int accepted;

    OverflowProbe(Scheduler scheduler, int rounds) {
        this.scheduler = scheduler;
        this.rounds = rounds;
    }

    public static void main(String[] arguments) throws Exception {
        try (Scheduler scheduler = Scheduler.builder()
                .name("probe")
                .workers(2)
                .daemon(true)
                .stuckAfter(UNHURRIED)
                .build()) {
            System.out.println("strands: " + new OverflowProbe(scheduler, 1).strands());
            System.out.println("starts: " + new OverflowProbe(scheduler, 1).starts());
            System.out.println("view: " + new OverflowProbe(scheduler, 1).view());
            System.out.println("delayed: " + new OverflowProbe(scheduler, 1).delayed());
            System.out.println("blocking: " + new OverflowProbe(scheduler, 1).blocking());
        }
    }

    /** Submits to a strand of its own at each depth; all must run what they have accepted, and go on. */
    String strands() throws Exception {
        List<Strand> strands = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            StackEnd.sweepElsewhere(() -> {
                Strand strand = scheduler.newStrand();
                strands.add(strand);
                return isAccepted(strand);
            });
        }
        if (!comesTrue(() -> ran.get() == accepted)) {
            return ran + " of " + accepted + " ran";
        }
        strands.forEach(strand -> strand.execute(ran::incrementAndGet));
        accepted += strands.size();
        return comesTrue(() -> ran.get() == accepted) ? "all ran" : ran + " of " + accepted + " ran in the end";
    }

    /** Starts a strand of messages at each depth; where that failed it may be done again, and where not it mayn't. */
    String starts() throws Exception {
        List<Start> starts = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            StackEnd.sweepElsewhere(() -> {
                var start = new Start(scheduler.newMessageStrand(Placement.SOFT, Runnable::run));
                starts.add(start);
                try {
                    start.strand.start();
                    start.done = true;
                } catch (StackOverflowError noStack) {
                    return false;
                }
                return true;
            });
        }
        for (Start start : starts) {
            if (!start.done) {
                start.strand.start();
            }
            start.strand.send(ran::incrementAndGet);
        }
        return comesTrue(() -> ran.get() == starts.size()) ? "all ran" : ran + " of " + starts.size() + " ran";
    }

    /** A strand, and whether it is started: noted without a call, for which there may be no stack. */
    private static final class Start {
        private final MessageStrand<Runnable> strand;
        private boolean done;

        Start(MessageStrand<Runnable> strand) {
            this.strand = strand;
        }
    }

    /** Submits to a view at each depth; it must run what it has accepted, nothing else, and terminate. */
    String view() throws Exception {
        for (int i = 0; i < rounds; i++) {
            ScheduledExecutorService view = scheduler.asExecutorService();
            StackEnd.sweepElsewhere(() -> isAccepted(view));
            view.shutdown();
            if (!view.awaitTermination(Await.DEADLINE.toNanos(), TimeUnit.NANOSECONDS)) {
                return view + " with " + ran + " of " + accepted + " run, round " + i;
            }
        }
        return ran.get() == accepted ? "all ran" : ran + " of " + accepted + " ran";
    }

    /** Schedules and cancels at each depth; a view must forget what was cancelled, and terminate when it is shut down. */
    String delayed() throws Exception {
        for (int i = 0; i < rounds; i++) {
            ScheduledExecutorService view = scheduler.asExecutorService();
            StackEnd.sweepElsewhere(() -> {
                try {
                    ScheduledFuture<?> due = view.schedule(ran::incrementAndGet, 0, TimeUnit.NANOSECONDS);
                    ScheduledFuture<?> later = view.schedule(ran::incrementAndGet, 1, TimeUnit.HOURS);
                    return later.cancel(false) || due.isDone();
                } catch (StackOverflowError noStack) {
                    return false;
                }
            });
            List<ScheduledFuture<?>> pending = new ArrayList<>(10_000);
            for (int j = 0; j < 10_000; j++) {
                pending.add(view.schedule(ran::incrementAndGet, 1, TimeUnit.HOURS));
            }
            StackEnd.sweepElsewhere(() -> {
                try {
                    return pending.removeLast().cancel(false);
                } catch (StackOverflowError noStack) {
                    return false;
                }
            });
            pending.forEach(future -> future.cancel(false));
            view.shutdown();
            view.shutdownNow().forEach(left -> ran.incrementAndGet());
            if (!view.awaitTermination(Await.DEADLINE.toNanos(), TimeUnit.NANOSECONDS)) {
                return view + ", round " + i;
            }
        }
        return "all ended";
    }

    /** Blocks in a worker at each depth; afterwards the worker must count as blocked no longer. */
    String blocking() throws Exception {
        var blocked = new CompletableFuture<String>();
        scheduler.execute(() -> {
            StackEnd.sweep(() -> {
                try {
                    return scheduler.blocking(() -> true);
                } catch (StackOverflowError noStack) {
                    return false;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            var inner = (WorkStealingScheduler) scheduler;
            Worker self = inner.currentWorker();
            blocked.complete(inner.spares.blocked() + " blocked, " + (self != null && self.status.isBlocked()));
        });
        return blocked.get();
    }

    private boolean isAccepted(Executor executor) {
        try {
            executor.execute(ran::incrementAndGet);
        } catch (StackOverflowError noStack) {
            return false;
        }
        accepted++;
        return true;
    }

    private static boolean comesTrue(BooleanSupplier condition) {
        long until = System.nanoTime() + Await.DEADLINE.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return condition.getAsBoolean();
    }
}
