package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.scheduler.queue.PlainTask;
import dev.ropewalk.scheduler.strand.RescuePool;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A thread whose stack or memory ends while it submits to a scheduler that has ended: the next order finishes that. */
class LateMishapsTest {
    private static final Duration AMPLE = Duration.ofSeconds(30);
    private static final long SMALL_STACK = 256 * 1024;
    private static final int STORMS = 8;

    private final WorkStealingScheduler ended = RealScheduler.of(1);
    private final AtomicInteger ran = new AtomicInteger();
    private final AtomicInteger ranAgain = new AtomicInteger();
    private int accepted;
    private int refused;
    private boolean overflowed;

    @BeforeEach
    void end() {
        ended.close(AMPLE);
    }

    @Test
    void shouldRunATaskThatItsSubmitterLeft() throws Exception {
        var told = new CompletableFuture<Boolean>();
        synchronized (ended.mishaps) {
            ended.mishaps.nodes = new PlainTask(() -> told.complete(true));
        }
        ended.mishaps.any = true;

        run(this::order);

        assertThat(told).succeedsWithin(AMPLE);
    }

    /** The submitter has queued it, and then had no stack to look whether the scheduler has ended. */
    @Test
    void shouldRunATaskThatIsInAQueueOfAWorkerThatHasLeft() throws Exception {
        var told = new CompletableFuture<Boolean>();
        ended.worker(0).inbox.put(new PlainTask(() -> told.complete(true)));
        ended.mishaps.any = true;

        run(this::order);

        assertThat(told).succeedsWithin(AMPLE);
    }

    @Test
    void shouldHandleOnceWhatDeepSendersHaveSent() throws Exception {
        for (int i = 0; i < STORMS; i++) {
            int storm = i;
            run(() -> begin(storm));
        }

        run(this::order);

        Await.until(() -> ran + " of " + accepted + " ran", () -> ran.get() == accepted, AMPLE);
        assertThat(ranAgain).hasValue(0);
        assertThat(refused).isEqualTo(STORMS);
    }

    /** With room for a quarter of what the pool may need, so that it doesn't matter which frames are compiled. */
    @Test
    void shouldNotCallTheCommonPoolNearTheEndOfAStack() throws Exception {
        run(() -> overflowed = submitNearTheEnd());

        assertThat(overflowed).isTrue();
    }

    /** Submits as near to the end as the smaller look at the stack lets it; returns whether that overflowed. */
    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static boolean submitNearTheEnd() {
        try {
            return submitNearTheEnd();
        } catch (StackOverflowError tooDeep) {
            StackRoom.require();
        }
        try {
            RescuePool.execute(() -> {});
            return false;
        } catch (StackOverflowError expected) {
            return true;
        }
    }

    /** In a thread of its own: a lock of the common pool that was left locked would hold up the caller for ever. */
    private static void run(Runnable part) throws InterruptedException {
        var thread = new Thread(null, part, "deep", SMALL_STACK);
        thread.setDaemon(true);
        thread.start();
        assertThat(thread.join(AMPLE)).isTrue();
    }

    private void order() {
        MessageStrand<Object> strand = ended.newMessageStrand(Placement.SOFT, message -> {});
        strand.start();
        strand.sendAlways("next");
    }

    private void begin(int storm) {
        try {
            shift(storm);
        } catch (StackOverflowError expected) {
            refused++;
        }
    }

    /** Moves the beginning of the descent by some small frames. */
    private void shift(int left) {
        if (left > 0) {
            shift(left - 1);
        } else {
            descend();
        }
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private void descend() {
        MessageStrand<Message> strand = ended.newMessageStrand(Placement.SOFT, Message::handle);
        strand.start();
        strand.sendAlways(new Message());
        accepted++;
        descend();
    }

    private final class Message {
        private final AtomicInteger times = new AtomicInteger();

        private void handle() {
            (times.incrementAndGet() == 1 ? ran : ranAgain).incrementAndGet();
        }
    }
}
