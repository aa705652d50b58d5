package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Many senders and a bounded mailbox. While the actor handles its {@code n}th message, exactly {@code n} have left the mailbox;
 * so what was sent by then, less {@code n}, is in it at least.
 */
@Timeout(60)
class MailboxBoundTest {
    private static final int THREADS = 4;
    private static final int EACH = 10_000;

    private final Scheduler scheduler = Scheduler.builder().workers(3).build();
    private final ActorSystem system =
            ActorSystem.builder("bound").scheduler(scheduler).build();

    @AfterEach
    void close() {
        system.close();
        scheduler.close();
    }

    private static final class Counts {
        final AtomicLong sent = new AtomicLong();
        final AtomicLong sumSent = new AtomicLong();
        volatile long handled;
        long sumHandled;
        long most;

        @SuppressWarnings("NonAtomicVolatileUpdate") // written by one actor
        void handle(long number) {
            handled++;
            sumHandled += number;
            most = Math.max(most, sent.get() - handled);
        }

        void sent(long number) {
            sent.incrementAndGet();
            sumSent.addAndGet(number);
        }
    }

    @ParameterizedTest
    @CsvSource({"BLOCK, 1", "BLOCK, 7", "FAIL, 1", "FAIL, 7", "DROP_NEWEST, 7", "DEAD_LETTER, 7", "DROP_OLDEST, 7"})
    void shouldNeverHoldMoreThanItsCapacity(OverflowPolicy policy, int capacity) throws Exception {
        var counts = new Counts();
        ActorRef<Long> ref = system.spawn(
                ActorOptions.defaults().mailbox(Mailbox.bounded(capacity, policy)), context -> counts::handle);
        List<Thread> threads = new ArrayList<>();
        var waitedInVain = new AtomicBoolean();
        for (int i = 0; i < THREADS; i++) {
            int id = i;
            threads.add(Thread.ofPlatform().start(() -> {
                for (long n = 1; n <= EACH; n++) {
                    long number = n * THREADS + id;
                    if (policy == OverflowPolicy.BLOCK && n % 2 == 0) {
                        ref.tell(number);
                        counts.sent(number);
                    } else if (ref.tryTell(number)) {
                        counts.sent(number);
                    } else {
                        waitedInVain.set(true);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Await.until("all are handled", () -> counts.handled == counts.sent.get());
        assertThat(counts.sumHandled).isEqualTo(counts.sumSent.get());
        assertThat(counts.most).isLessThanOrEqualTo(capacity);
        assertThat(waitedInVain).as("the mailbox was full once").isTrue();
    }
}
