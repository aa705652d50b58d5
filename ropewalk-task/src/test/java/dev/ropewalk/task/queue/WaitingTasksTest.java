package dev.ropewalk.task.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.task.TaskExpiredException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The queue and the line of submitters before it. */
class WaitingTasksTest {
    private static final Runnable FIRST = new Named("first");
    private static final Runnable SECOND = new Named("second");
    private static final Runnable THIRD = new Named("third");

    private final ManualHome home = new ManualHome();
    private final AdmissionLock lock = new AdmissionLock();
    private final ScarceQueue queue = new ScarceQueue();
    private final WaitingTasks waiting = new WaitingTasks(home, lock, queue, 1);

    @Test
    void shouldLetTheNextSubmitterInWhenATaskIsTakenFromTheFirst() {
        var timed = new TimedTask<Integer>((Callable<Integer>) () -> 1, null, 0, 10);
        SubmissionLine.Submission first;
        SubmissionLine.Submission second;
        lock.lock();
        try {
            waiting.add(timed, 0);
            first = waiting.block(FIRST, 0);
            second = waiting.block(SECOND, 0);
            home.now = 10;

            assertThat(waiting.poll()).isSameAs(FIRST);
            assertThat(waiting.size()).isEqualTo(1);
            assertThat(waiting.poll()).isSameAs(SECOND);
            assertThat(waiting.isEmpty()).isTrue();
        } finally {
            lock.unlock();
        }
        assertThat(timed.exceptionNow()).isInstanceOf(TaskExpiredException.class);
        assertThat(first.isAccepted()).isTrue();
        assertThat(second.isAccepted()).isTrue();
    }

    @Test
    void shouldNotBeEmptyWhileASubmitterCouldntBeLetInForLackOfMemory() {
        lock.lock();
        try {
            waiting.add(FIRST, 0);
            SubmissionLine.Submission second = waiting.block(SECOND, 0);
            SubmissionLine.Submission third = waiting.block(THIRD, 0);
            queue.isScarce = true;

            assertThat(waiting.poll()).isSameAs(FIRST);
            assertThat(waiting.size()).isZero();
            assertThat(waiting.isEmpty()).isFalse();
            assertThat(second.isAccepted()).isFalse();

            assertThat(waiting.poll()).isSameAs(SECOND);
            assertThat(waiting.isEmpty()).isFalse();
            assertThat(third.isAccepted()).isFalse();

            assertThat(waiting.poll()).isSameAs(THIRD);
            assertThat(waiting.isEmpty()).isTrue();
        } finally {
            lock.unlock();
        }
    }

    @Test
    void shouldTurnNoTaskAwayForOneForWhichThereIsNoMemory() {
        lock.lock();
        try {
            waiting.add(FIRST, 0);
            queue.isScarce = true;

            assertThatThrownBy(() -> waiting.addForOldest(SECOND, 0)).isInstanceOf(OutOfMemoryError.class);

            assertThat(waiting.size()).isEqualTo(1);
            assertThat(waiting.poll()).isSameAs(FIRST);
        } finally {
            lock.unlock();
        }
    }

    @Test
    void shouldTurnNoLiveTaskAwayWhereOneHasExpired() {
        var two = new WaitingTasks(home, lock, queue, 2);
        var timed = new TimedTask<Integer>((Callable<Integer>) () -> 1, null, 0, 10);
        lock.lock();
        try {
            two.add(timed, 0);
            two.add(FIRST, 0);
            home.now = 10;

            assertThat(two.addForOldest(SECOND, 0)).isNull();
            assertThat(two.addForOldest(THIRD, 0)).isSameAs(FIRST);
            assertThat(two.poll()).isSameAs(SECOND);
            assertThat(two.poll()).isSameAs(THIRD);
        } finally {
            lock.unlock();
        }
        assertThat(timed.exceptionNow()).isInstanceOf(TaskExpiredException.class);
    }

    @Test
    void shouldTryAgainToWatchDeadlinesWhenATaskIsTaken() {
        var two = new WaitingTasks(home, lock, queue, 2);
        var timed = new TimedTask<Integer>((Callable<Integer>) () -> 1, null, 0, 10);
        home.isScarce = true;
        underLock(() -> {
            two.add(FIRST, 0);
            two.add(timed, 0);
        });
        assertThat(home.started).isZero();
        home.isScarce = false;

        underLock(() -> assertThat(two.poll()).isSameAs(FIRST));

        assertThat(home.started).isEqualTo(1);
    }

    private void underLock(Runnable step) {
        lock.lock();
        try {
            step.run();
        } finally {
            lock.unlock();
        }
    }

    private record Named(String name) implements Runnable {
        @Override
        public void run() {}
    }

    /** A queue that has no memory for more, if asked. */
    private static final class ScarceQueue extends TaskQueue {
        private final FifoTaskQueue queue = new FifoTaskQueue();
        private boolean isScarce;

        @Override
        boolean needsTime() {
            return false;
        }

        @Override
        void makeRoom() {
            if (isScarce) {
                throw new OutOfMemoryError("as asked");
            }
            queue.makeRoom();
        }

        @Override
        void add(Runnable task, int priority, long now) {
            queue.add(task, priority, now);
        }

        @Override
        @Nullable
        Runnable poll() {
            return queue.poll();
        }

        @Override
        void sweep() {
            queue.sweep();
        }
    }

    /** A home whose time stands still, and whose watch over the deadlines is never run. */
    private static final class ManualHome implements TaskHome {
        private long now;
        private boolean isScarce;
        private int started;

        @Override
        public void forget(TaskFuture<?> task) {}

        @Override
        public void expireWaiting(TimedTask<?> task, long now) {}

        @Override
        public long clock() {
            return now;
        }

        @Override
        public void parkNanos(Object blocker, long nanos) {}

        @Override
        public void startThread(Runnable body) {
            if (isScarce) {
                throw new OutOfMemoryError("as asked");
            }
            started++;
        }
    }
}
