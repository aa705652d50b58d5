package dev.ropewalk.task.run;

import java.util.concurrent.atomic.AtomicInteger;

/** A thread that never starts and counts its interrupts. */
final class CountingThread extends Thread {
    final AtomicInteger interrupts = new AtomicInteger();

    @Override
    public void interrupt() {
        interrupts.incrementAndGet();
    }
}
