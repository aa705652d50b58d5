package dev.ropewalk.actor;

import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.CountDownLatch;

/** Holds a puppet up until it is let go. */
public final class Gate implements Act {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    @Override
    public void in(ActorContext<Act> context) throws Exception {
        pass(context.scheduler());
    }

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
