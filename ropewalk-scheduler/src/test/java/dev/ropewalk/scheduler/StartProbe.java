package dev.ropewalk.scheduler;

import java.util.concurrent.CountDownLatch;

/** A small program: starts a scheduler and has it run a task. It uses no lambda, so that all that the JVM loads is the library's. */
final class StartProbe implements Runnable {
    private final CountDownLatch ran = new CountDownLatch(1);

    private StartProbe() {}

    public static void main(String[] arguments) throws InterruptedException {
        var task = new StartProbe();
        Scheduler.builder().daemon(true).build().execute(task);
        task.ran.await();
    }

    @Override
    public void run() {
        ran.countDown();
    }
}
