package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.CountDownLatch;

/** A message that holds its actor up until it is let go. */
public final class Hold {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    public void pass(Scheduler scheduler) throws Exception {
        entered.countDown();
        scheduler.blocking(() -> {
            opened.await();
            return opened;
        });
    }

    public boolean isEntered() {
        return entered.getCount() == 0;
    }

    public void open() {
        opened.countDown();
    }
}
