package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class BriefLockTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 20_000;

    private final BriefLock lock = new BriefLock();
    private int guarded;

    @Test
    void shouldExclude() throws Exception {
        List<Callable<Object>> counters = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            counters.add(Executors.callable(this::count));
        }
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            for (Future<Object> counter : threads.invokeAll(counters)) {
                counter.get();
            }
        }

        assertThat(guarded).isEqualTo(THREADS * ROUNDS);
    }

    private void count() {
        for (int i = 0; i < ROUNDS; i++) {
            lock.lock();
            guarded++;
            lock.unlock();
        }
    }

    @Test
    void shouldGiveUpATryOnALockThatIsHeld() {
        lock.lock();
        assertThat(lock.tryLock()).isFalse();
        lock.unlock();
        assertThat(lock.tryLock()).isTrue();
    }

    @Test
    void shouldSleepAndKeepAnInterrupt() {
        Thread.currentThread().interrupt();
        long before = System.nanoTime();
        BriefLock.pause(1_000_000);

        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(50_000);
        assertThat(Thread.interrupted()).isTrue();
    }
}
