package dev.ropewalk.actor.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The queue of blocking actors. */
@Timeout(60)
class InboxQueueTest {
    private final InboxQueue queue = new InboxQueue();

    @Test
    void shouldGiveMessagesInTheOrderInWhichTheyCame() {
        assertThat(queue.poll()).isNull();
        for (int i = 0; i < 100; i++) {
            assertThat(queue.put(i)).isFalse();
        }
        for (int i = 0; i < 100; i++) {
            assertThat(queue.poll()).isEqualTo(i);
        }
        assertThat(queue.poll()).isNull();
    }

    @Test
    void shouldAskForOneWakeUpOfASleeper() {
        assertThat(queue.fallAsleep()).isTrue();
        assertThat(queue.isAsleep()).isTrue();
        assertThat(queue.put("first")).isTrue();
        assertThat(queue.put("second")).isFalse();
        assertThat(queue.isAsleep()).isFalse();
        queue.wakeUp();
        assertThat(List.of(queue.poll(), queue.poll())).containsExactly("first", "second");
    }

    @Test
    void shouldNotFallAsleepBesideAMessage() {
        queue.put("message");
        assertThat(queue.fallAsleep()).isFalse();
        assertThat(queue.isAsleep()).isFalse();
        assertThat(queue.poll()).isEqualTo("message");
        assertThat(queue.fallAsleep()).isTrue();
    }

    @Test
    void shouldAskForNoWakeUpOfWhoHasGivenUpWaiting() {
        queue.fallAsleep();
        queue.wakeUp();
        assertThat(queue.isAsleep()).isFalse();
        assertThat(queue.put("message")).isFalse();
        assertThat(queue.poll()).isEqualTo("message");
    }

    @Test
    void shouldLoseNothingWhateverWakesTheReader() {
        int put = 0;
        int taken = 0;
        for (int round = 0; round < 1_000; round++) {
            for (int i = 0; i < round % 3; i++) {
                queue.put(put++);
            }
            boolean asleep = queue.fallAsleep();
            assertThat(asleep).isEqualTo(put == taken);
            for (int i = 0; i < round / 3 % 3; i++) {
                assertThat(queue.put(put++)).isEqualTo(asleep && i == 0);
            }
            queue.wakeUp();
            for (int i = 0; i < round / 9 % 4 && taken < put; i++) {
                assertThat(queue.poll()).isEqualTo(taken++);
            }
            assertThat(queue.count(Integer.MAX_VALUE)).isEqualTo(put - taken);
            assertThat(queue.isEmpty()).isEqualTo(put == taken);
        }
    }

    @Test
    void shouldCountNoFurtherThanItIsAsked() {
        IntStream.range(0, 10).forEach(queue::put);
        assertThat(queue.count(4)).isEqualTo(4);
        assertThat(queue.count(100)).isEqualTo(10);
    }

    @Test
    void shouldLetTheReaderSleepOnlyWhileNothingIsThere() throws Exception {
        int producers = 3;
        int each = 50_000;
        long[] next = new long[producers];
        Thread reader = Thread.ofVirtual().unstarted(() -> {
            for (int taken = 0; taken < producers * each; ) {
                if (queue.poll() instanceof Long message) {
                    int producer = (int) (message % producers);
                    assertThat(message / producers).isEqualTo(next[producer]++);
                    taken++;
                } else if (queue.fallAsleep()) {
                    while (queue.isAsleep()) {
                        LockSupport.park(queue);
                    }
                    queue.wakeUp();
                }
            }
        });
        reader.start();
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            long producer = p;
            Thread.Builder builder = p == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
            threads.add(builder.start(() -> {
                for (long i = 0; i < each; i++) {
                    if (queue.put(i * producers + producer)) {
                        LockSupport.unpark(reader);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        reader.join();
        assertThat(next).containsOnly(each);
    }
}
