package dev.ropewalk.sim.machine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's {@code ForkJoinPool} as {@code Executors.newWorkStealingPool} makes it, modelled: a worker queues what it submits
 * itself and takes its own tasks oldest first; when it has none it takes one from another queue, beginning at a random one. A task
 * that comes to an empty queue wakes a worker that sleeps.
 */
public final class ModelForkJoin implements ModelPool {
    private static final int LOOKS_BEFORE_SLEEP = 16;

    private final Machine machine;
    private final int workers;
    /** Those of the workers, then the one for submissions from elsewhere. */
    private final List<Queue<Runnable>> queues;

    private final long ends;
    private final long control;
    private final Deque<Integer> sleepers = new ArrayDeque<>();
    private long steals;

    private ModelForkJoin(Machine machine) {
        this.machine = machine;
        this.workers = machine.shape().cores();
        this.queues = Stream.<Queue<Runnable>>generate(ArrayDeque::new)
                .limit(workers + 1L)
                .toList();
        this.ends = machine.memory().allocateLines((workers + 1) * Memory.LINE_BYTES);
        this.control = machine.memory().allocateLines(Memory.LINE_BYTES);
        IntStream.range(0, workers)
                .forEach(core -> machine.newThread(core, "fork-join-" + core, () -> run(core))
                        .start());
    }

    /** Returns a pool of a worker a core. */
    public static ModelPool pool(Machine machine) {
        return new ModelForkJoin(machine);
    }

    @Override
    public Executor executorOf(int actor) {
        return this::push;
    }

    private void push(Runnable task) {
        int core = machine.core();
        int queue = core < 0 ? workers : core;
        machine.access(endsOf(queue));
        machine.endBurst(0);
        boolean first = queues.get(queue).isEmpty();
        queues.get(queue).add(task);
        if (first) {
            signalWork();
        }
    }

    private void signalWork() {
        if (!sleepers.isEmpty()) {
            machine.atomic(control);
            Integer sleeper = sleepers.poll();
            if (sleeper != null) {
                machine.unpark(sleeper);
            }
        }
    }

    private void run(int worker) {
        while (!machine.isOver()) {
            Runnable task = next(worker);
            if (task == null) {
                awaitWork();
            } else {
                machine.spend(machine.costs().forkJoinTask());
                task.run();
            }
        }
    }

    private @Nullable Runnable next(int worker) {
        machine.access(endsOf(worker));
        machine.endBurst(0);
        Runnable own = queues.get(worker).poll();
        return own != null ? own : scan(worker);
    }

    private @Nullable Runnable scan(int worker) {
        int start = machine.random().nextInt(workers + 1);
        for (int i = 0; i <= workers; i++) {
            int victim = (start + i) % (workers + 1);
            if (victim != worker) {
                Runnable task = steal(victim);
                if (task != null) {
                    return task;
                }
            }
        }
        return null;
    }

    private @Nullable Runnable steal(int victim) {
        machine.access(endsOf(victim));
        machine.endBurst(0);
        if (queues.get(victim).isEmpty()) {
            return null;
        }
        machine.atomic(endsOf(victim));
        Runnable task = queues.get(victim).poll();
        if (task != null) {
            steals++;
            if (!queues.get(victim).isEmpty()) {
                signalWork();
            }
        }
        return task;
    }

    /** Says that this worker sleeps, looks for a last while, and sleeps. */
    private void awaitWork() {
        int self = machine.party();
        machine.atomic(control);
        sleepers.push(self);
        for (int look = 0; look < LOOKS_BEFORE_SLEEP; look++) {
            if (queues.stream().anyMatch(queue -> !queue.isEmpty())) {
                sleepers.remove(self);
                return;
            }
            machine.spend(machine.costs().spin());
        }
        if (sleepers.contains(self)) {
            machine.park();
        }
    }

    private long endsOf(int queue) {
        return ends + (long) queue * Memory.LINE_BYTES;
    }

    @Override
    public long steals() {
        return steals;
    }

    @Override
    public void close() {
        machine.end();
    }
}
