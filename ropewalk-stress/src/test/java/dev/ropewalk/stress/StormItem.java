package dev.ropewalk.stress;

import java.util.concurrent.atomic.AtomicInteger;

/** An event of a storm, which knows who uses it. Its plain fields are right only if each sees what those before it wrote. */
final class StormItem {
    static final long ABORTED = -1;
    private static final int PRODUCER = -1_000;

    long id = ABORTED;

    /** For each stage the sequence of the last event in this place that it is done with. */
    final long[] done = new long[PipelineStorm.MAX_STAGES];

    private final AtomicInteger users = new AtomicInteger();

    StormItem() {
        java.util.Arrays.fill(done, -1);
    }

    int key() {
        return (int) (id & 7);
    }

    /** Called by a producer around its writing. */
    void write(long value) {
        if (!users.compareAndSet(0, PRODUCER)) {
            throw new AssertionError("a producer writes what " + users + " stages handle");
        }
        id = value;
        users.set(0);
    }

    void enter() {
        if (users.incrementAndGet() < 0) {
            throw new AssertionError("a stage handles what a producer writes");
        }
    }

    void leave() {
        users.decrementAndGet();
    }
}
