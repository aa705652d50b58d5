package dev.ropewalk.scheduler;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A program whose {@code main} returns; the property {@code case} says what it leaves running. */
final class LifetimeProbe {
    private static final int TICKS = 20;

    private LifetimeProbe() {}

    /** Whose workers are in no long task, however slow: what is logged of that would be a warning. */
    private static SchedulerBuilder builder() {
        return Scheduler.builder().stuckAfter(Duration.ofHours(1));
    }

    public static void main(String[] arguments) {
        switch (System.getProperty("case")) {
            case "open" -> tickAndClose(builder().workers(1).build());
            case "daemon" -> builder().workers(1).daemon(true).build().newStrand();
            case "stuck" -> closeBesideStuckWorker(builder().workers(1).build());
            case "threads" -> parkVirtualThread(builder().workers(1).build());
            case "hook" -> exitWithHook();
            default -> runByHandAndExit();
        }
        System.out.println("main returns");
    }

    /** The ticks go on after main has returned. The scheduler is closed by another thread, since a task mustn't. */
    private static void tickAndClose(Scheduler scheduler) {
        Thread main = Thread.currentThread();
        var ticks = new AtomicInteger();
        scheduler.scheduleAtFixedRate(
                scheduler.newStrand(),
                () -> {
                    if (!main.isAlive() && ticks.incrementAndGet() == TICKS) {
                        System.out.println("ticked");
                        Thread.ofPlatform().daemon().start(scheduler::close);
                    }
                },
                Duration.ZERO,
                Duration.ofMillis(10));
    }

    private static void closeBesideStuckWorker(Scheduler scheduler) {
        var entered = new CountDownLatch(1);
        scheduler.execute(() -> {
            entered.countDown();
            while (true) {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            }
        });
        awaitQuietly(entered);
        System.out.println("stuck " + scheduler.close(Duration.ZERO).stuck().size());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void parkVirtualThread(Scheduler scheduler) {
        scheduler.threadFactory().newThread(LockSupport::park).start();
        scheduler.close();
    }

    private static CoordinatedShutdown twoPhases() {
        CoordinatedShutdown shutdown = CoordinatedShutdown.builder("probe")
                .phase("first", Duration.ofSeconds(30), ShutdownOrder.PARALLEL)
                .phase("second", Duration.ofSeconds(30), ShutdownOrder.PARALLEL)
                .build();
        Scheduler scheduler = builder().workers(1).build();
        shutdown.add("second", "scheduler", left -> {
            SchedulerCloseReport report = scheduler.close(left);
            System.out.println("complete " + report.isComplete());
            return report;
        });
        shutdown.add("first", "server", () -> System.out.println("server closed"));
        shutdown.installHook();
        return shutdown;
    }

    private static void exitWithHook() {
        twoPhases();
        System.exit(0);
    }

    private static void runByHandAndExit() {
        twoPhases().run();
        System.exit(0);
    }
}
