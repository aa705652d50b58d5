package dev.ropewalk.pipeline;

import dev.ropewalk.testing.Await;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds a handler up until the test lets it go on. */
final class Gate implements EventHandler<Event> {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    @Override
    public void onEvent(Event event, long sequence, boolean endOfBatch) throws InterruptedException {
        pass();
    }

    void pass() throws InterruptedException {
        entered.countDown();
        if (!open.await(30, TimeUnit.SECONDS)) {
            throw new AssertionError("the gate stayed shut");
        }
    }

    void awaitEntered() {
        Await.until("a thread is at the gate", () -> entered.getCount() == 0);
    }

    void open() {
        open.countDown();
    }
}
