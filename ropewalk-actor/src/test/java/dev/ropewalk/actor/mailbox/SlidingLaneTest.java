package dev.ropewalk.actor.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The queue whose newest message pushes out the oldest. */
@Timeout(30)
class SlidingLaneTest {
    @Test
    void shouldAskForATokenOnlyWhileThereIsAPlace() {
        var lane = new SlidingLane(2);
        assertThat(lane.put("a")).isNull();
        assertThat(lane.put("b")).isNull();
        assertThat(lane.put("c")).isEqualTo("a");
        assertThat(lane.tryPut("d")).isFalse();
        assertThat(lane.take()).isEqualTo("b");
        assertThat(lane.tryPut("e")).isTrue();
        assertThat(lane.take()).isEqualTo("c");
        assertThat(lane.take()).isEqualTo("e");
    }

    @Test
    void shouldHaveAMessageForEachToken() throws Exception {
        var lane = new SlidingLane(3);
        var tokens = new Semaphore(0);
        var pushedOut = new AtomicLong();
        int senders = 3;
        int each = 100_000;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < senders; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = 0; n < each; n++) {
                    if (n % 8 == 7) {
                        if (lane.tryPut(n)) {
                            tokens.release();
                        } else {
                            pushedOut.incrementAndGet();
                        }
                    } else if (lane.put(n) == null) {
                        tokens.release();
                    } else {
                        pushedOut.incrementAndGet();
                    }
                }
            }));
        }
        long taken = 0;
        long inVain = 0;
        while (threads.stream().anyMatch(Thread::isAlive) || tokens.availablePermits() > 0) {
            if (tokens.tryAcquire()) {
                if (lane.take() == null) {
                    inVain++;
                } else {
                    taken++;
                }
            }
        }
        assertThat(inVain).isZero();
        assertThat(taken + pushedOut.get()).isEqualTo((long) senders * each);
        assertThat(lane.tryPut("a") && lane.tryPut("b") && lane.tryPut("c")).isTrue();
        assertThat(lane.tryPut("d")).isFalse();
    }
}
