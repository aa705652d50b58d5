package dev.ropewalk.task.queue;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The most urgent first, in a binary heap. A task's urgency is its priority and one step more for each {@code ageing} that it has
 * waited. All waiting tasks age alike, so that the order of two tasks never changes while they wait: the more urgent one has the
 * smaller rank, the time of its arrival less its priority times {@code ageing}. No task starves, because later tasks get ever
 * larger ranks.
 *
 * <p>Times are made to differ, so that tasks with the same priority keep their order.
 */
public final class PriorityTaskQueue extends TaskQueue {
    private static final long MAX_HEAD_START = Long.MAX_VALUE / 4;

    private final long ageingNanos;
    private final long origin;
    private @Nullable Runnable[] tasks = new Runnable[64];
    private long[] ranks = new long[64];
    private long[] since = new long[64];
    private int size;
    private long latest;

    public PriorityTaskQueue(long ageingNanos, long now) {
        this.ageingNanos = ageingNanos;
        this.origin = now;
    }

    @Override
    boolean needsTime() {
        return true;
    }

    @Override
    void makeRoom() {
        if (size == tasks.length) {
            grow();
        }
    }

    @Override
    void add(Runnable task, int priority, long now) {
        makeRoom();
        latest = Math.max(latest + 1, now - origin);
        siftUp(size++, task, latest - headStart(priority), now);
    }

    /** Makes room, in all three arrays or, if there is no memory, in none. */
    private void grow() {
        @Nullable Runnable[] moreTasks = Arrays.copyOf(tasks, 2 * size);
        long[] moreRanks = Arrays.copyOf(ranks, 2 * size);
        since = Arrays.copyOf(since, 2 * size);
        tasks = moreTasks;
        ranks = moreRanks;
    }

    private long headStart(int priority) {
        long high = Math.multiplyHigh(priority, ageingNanos);
        long low = priority * ageingNanos;
        if (high != low >> 63) {
            return priority > 0 ? MAX_HEAD_START : -MAX_HEAD_START;
        }
        return Math.clamp(low, -MAX_HEAD_START, MAX_HEAD_START);
    }

    @Override
    @Nullable
    Runnable poll() {
        if (size == 0) {
            return null;
        }
        Runnable task = tasks[0];
        polledSince = since[0];
        Runnable last = Objects.requireNonNull(tasks[--size]);
        tasks[size] = null;
        if (size > 0) {
            siftDown(0, last, ranks[size], since[size]);
        }
        return task;
    }

    @Override
    void sweep() {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            Runnable task = Objects.requireNonNull(tasks[i]);
            if (!isShell(task)) {
                place(kept++, task, ranks[i], since[i]);
            }
        }
        Arrays.fill(tasks, kept, size, null);
        size = kept;
        for (int i = size / 2 - 1; i >= 0; i--) {
            siftDown(i, Objects.requireNonNull(tasks[i]), ranks[i], since[i]);
        }
    }

    private void siftUp(int from, Runnable task, long rank, long arrival) {
        int at = from;
        while (at > 0 && ranks[(at - 1) / 2] > rank) {
            move((at - 1) / 2, at);
            at = (at - 1) / 2;
        }
        place(at, task, rank, arrival);
    }

    private void siftDown(int from, Runnable task, long rank, long arrival) {
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && ranks[child + 1] < ranks[child]) {
                child++;
            }
            if (ranks[child] >= rank) {
                break;
            }
            move(child, at);
            at = child;
        }
        place(at, task, rank, arrival);
    }

    private void move(int from, int to) {
        place(to, Objects.requireNonNull(tasks[from]), ranks[from], since[from]);
    }

    private void place(int at, Runnable task, long rank, long arrival) {
        tasks[at] = task;
        ranks[at] = rank;
        since[at] = arrival;
    }
}
