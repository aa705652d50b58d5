package dev.ropewalk.task.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is put off is done in order, and a lack of memory loses none of it, since putting it off needs none. */
class AdmissionLockTest {
    private static final int ROUNDS = 20_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final AdmissionLock lock = new AdmissionLock();
    private final List<Integer> done = new ArrayList<>(ROUNDS);

    private static long allocated() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    @Test
    void shouldDoWhatWasPutOffInOrder() {
        lock.lock();
        for (int number = 0; number < 3; number++) {
            int mine = number;
            lock.defer(AdmissionLock.action(() -> done.add(mine)));
        }
        assertThat(done).isEmpty();
        lock.unlock();
        assertThat(done).containsExactly(0, 1, 2);
    }

    @Test
    void shouldPutOffTheSameActionAgainFromWithin() {
        AdmissionLock.Action action = new AdmissionLock.Action() {
            @Override
            public void run() {
                done.add(done.size());
                if (done.size() < 3) {
                    lock.lock();
                    lock.defer(this);
                    lock.unlock();
                }
            }
        };
        lock.lock();
        lock.defer(action);
        lock.unlock();
        assertThat(done).containsExactly(0, 1, 2);
    }

    @Test
    void shouldNeedNoMemoryToAcceptASubmitter() {
        var line = new SubmissionLine();
        for (int round = 0; round < ROUNDS; round++) {
            line.add(() -> {}, 0, "a test");
        }
        long before = allocated();
        lock.lock();
        int accepted = 0;
        while (line.accept(lock) != null) {
            accepted++;
        }
        long used = allocated() - before;
        lock.unlock();

        assertThat(accepted).isEqualTo(ROUNDS);
        assertThat(used).as("bytes").isLessThan(ROUNDS);
    }
}
