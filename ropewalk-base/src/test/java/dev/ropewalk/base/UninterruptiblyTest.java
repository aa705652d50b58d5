package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class UninterruptiblyTest {
    @Test
    void shouldWaitOnWhenInterruptedAndKeepTheInterrupt() throws InterruptedException {
        var asked = new CountDownLatch(1);
        var open = new CountDownLatch(1);
        var helper = new Thread(() -> {
            Uninterruptibly.await(asked);
            open.countDown();
        });
        helper.start();
        Thread.currentThread().interrupt();
        var waiter = new Thread(asked::countDown);
        waiter.start();

        Uninterruptibly.await(open);
        Uninterruptibly.join(helper);
        Uninterruptibly.join(waiter);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(helper.isAlive()).isFalse();
    }
}
