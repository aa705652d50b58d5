package dev.ropewalk.task.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.task.TaskExpiredException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The watch over deadlines, run by the thread that would start its own. */
class DeadlineWatchTest {
    private final AdmissionLock lock = new AdmissionLock();
    private final SleepingHome home = new SleepingHome();
    private final DeadlineWatch watch = new DeadlineWatch(home, lock);

    @Test
    void shouldLetTasksExpireAtTheirDeadlines() {
        shouldLetATaskExpire();
        assertThat(home.now).isEqualTo(10);
    }

    @Test
    void shouldGoOnWithoutMemoryForASleep() {
        home.failures = 3;

        shouldLetATaskExpire();
        assertThat(home.failures).isZero();
    }

    private void shouldLetATaskExpire() {
        var timed = new TimedTask<Integer>((Callable<Integer>) () -> 1, null, 0, 10);
        lock.lock();
        try {
            watch.add(timed);
        } finally {
            lock.unlock();
        }
        Objects.requireNonNull(home.body, "no thread was started").run();
        assertThat(timed.exceptionNow()).isInstanceOf(TaskExpiredException.class);
    }

    /** A home whose time goes on while its thread sleeps, which has no memory for the first sleeps. */
    private final class SleepingHome implements TaskHome {
        private long now;
        private int failures;
        private @Nullable Runnable body;

        @Override
        public void forget(TaskFuture<?> task) {}

        @Override
        public void expireWaiting(TimedTask<?> task, long time) {
            lock.defer(task.expire(time));
            watch.remove(task);
        }

        @Override
        public long clock() {
            return now;
        }

        @Override
        public void parkNanos(Object blocker, long nanos) {
            if (failures > 0) {
                failures--;
                throw new OutOfMemoryError("as asked");
            }
            now += nanos;
        }

        @Override
        public void startThread(Runnable watcher) {
            body = watcher;
        }
    }
}
