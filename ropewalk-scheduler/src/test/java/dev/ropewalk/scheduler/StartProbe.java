package dev.ropewalk.scheduler;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A small program: starts a scheduler and has it run a task. It uses no lambda, so that all that the JVM loads is the library's. */
final class StartProbe implements Runnable {
    private final CountDownLatch ran = new CountDownLatch(1);

    private StartProbe() {}

    public static void main(String[] arguments) throws InterruptedException {
        var task = new StartProbe();
        Scheduler scheduler = Scheduler.builder()
                .daemon(true)
                .stuckAfter(Duration.ofHours(1)) // else a slow start is logged
                .build();
        scheduler.execute(task);
        task.ran.await();
    }

    @Override
    public void run() {
        ran.countDown();
    }
}
