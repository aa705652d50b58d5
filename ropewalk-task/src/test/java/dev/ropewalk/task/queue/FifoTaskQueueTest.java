package dev.ropewalk.task.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.task.run.AdmissionSettings;
import dev.ropewalk.task.run.TaskAdmission;
import dev.ropewalk.task.run.TaskThreads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both queues of waiting tasks against a plain deque: all tasks have the same priority, so that the first is the first. */
class FifoTaskQueueTest {
    private final TaskAdmission admission = new TaskAdmission(
            AdmissionSettings.ofLimit(1),
            new TaskThreads(null, Thread.ofVirtual().factory(), false, false),
            new AdmissionLock());

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepTheOrderOfWhatIsLeftWhenShellsAreSwept(boolean fifo) {
        for (int seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            TaskQueue queue = fifo ? new FifoTaskQueue() : new PriorityTaskQueue(1, 0);
            var model = new ArrayDeque<TaskFuture<?>>();
            for (int step = 0; step < 200; step++) {
                switch (random.nextInt(8)) {
                    case 0 -> sweep(queue, model, random);
                    case 1, 2, 3 -> addSome(queue, model, random.nextInt(40));
                    default -> takeSome(queue, model, random.nextInt(40), seed);
                }
            }
            takeSome(queue, model, Integer.MAX_VALUE, seed);
            assertThat(queue.poll()).isNull();
        }
    }

    private void addSome(TaskQueue queue, ArrayDeque<TaskFuture<?>> model, int count) {
        for (int i = 0; i < count; i++) {
            var task = new TaskFuture<Object>((Runnable) () -> {});
            queue.add(task, 0, 1);
            task.enqueuedIn(admission);
            model.add(task);
        }
    }

    private static void sweep(TaskQueue queue, ArrayDeque<TaskFuture<?>> model, Random random) {
        List<TaskFuture<?>> left = new ArrayList<>();
        int percent = random.nextInt(101);
        for (TaskFuture<?> task : model) {
            if (random.nextInt(100) < percent) {
                task.leaveQueue();
            } else {
                left.add(task);
            }
        }
        queue.sweep();
        model.clear();
        model.addAll(left);
    }

    private static void takeSome(TaskQueue queue, ArrayDeque<TaskFuture<?>> model, int count, int seed) {
        for (int i = 0; i < count; i++) {
            TaskFuture<?> expected = model.poll();
            assertThat(queue.poll()).as("seed %d", seed).isSameAs(expected);
            if (expected == null) {
                return;
            }
        }
    }
}
