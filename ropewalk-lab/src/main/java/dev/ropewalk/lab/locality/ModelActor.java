package dev.ropewalk.lab.locality;

import dev.ropewalk.sim.machine.Machine;
import java.util.concurrent.Executor;

/**
 * An actor of {@link Workload} on a modelled machine: it touches the bytes that {@link Actor} touches, at the same positions, and
 * holds none. Its objects lie in memory as the JVM lays them out, one actor after the other, so that small ones share lines.
 */
final class ModelActor implements Runnable {
    private static final int OBJECT_BYTES = 80;
    /** The field that the message before has written last. */
    private static final int LAST_FIELD = 72;

    private static final int ARRAY_HEADER_BYTES = 16;
    private static final int ALIGNMENT = 8;

    private final Machine machine;
    private final Executor executor;
    private final Runnable whenFinished;
    private final int size;
    private final int accesses;
    private final long object;
    private final long bytes;
    private final long seed;
    private long random;
    private int left;
    private long processed;
    private long submitted;
    private long longestWait;

    /**
     * Makes an actor.
     *
     * @param whenFinished called after its last message
     */
    ModelActor(Machine machine, int size, int accesses, long seed, Executor executor, Runnable whenFinished) {
        this.machine = machine;
        this.executor = executor;
        this.whenFinished = whenFinished;
        this.size = size;
        this.accesses = accesses;
        this.seed = seed == 0 ? 1 : seed;
        object = machine.memory().allocate(OBJECT_BYTES);
        bytes = machine.memory().allocate(Math.ceilDiv(ARRAY_HEADER_BYTES + size, ALIGNMENT) * (long) ALIGNMENT)
                + ARRAY_HEADER_BYTES;
    }

    /** Begins an iteration and submits the first of so many messages. */
    void start(int messages) {
        random = seed;
        left = messages;
        longestWait = 0;
        submit();
    }

    @Override
    public void run() {
        longestWait = Math.max(longestWait, machine.nanos() - submitted);
        process();
        processed++;
        left--;
        if (left > 0) {
            submit();
        } else {
            whenFinished.run();
        }
    }

    private void process() {
        machine.access(object);
        machine.access(object + LAST_FIELD);
        long x = random;
        for (int k = accesses; k > 0; k--) {
            x = PrivateState.next(x);
            machine.access(bytes + PrivateState.position(x, size));
        }
        random = x;
        machine.endBurst(accesses * machine.costs().access());
    }

    private void submit() {
        submitted = machine.nanos();
        executor.execute(this);
    }

    /** Returns how many messages this actor has processed in all iterations. */
    long processed() {
        return processed;
    }

    long longestWaitNanos() {
        return longestWait;
    }
}
