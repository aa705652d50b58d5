package dev.ropewalk.sim.machine;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The JDK's fixed thread pools, modelled: threads that take from one shared queue, or each from a queue of its own. */
public final class ModelThreads implements ModelPool {
    private final Machine machine;
    private final List<ModelQueue> queues;

    private ModelThreads(Machine machine, int queues) {
        this.machine = machine;
        this.queues =
                Stream.generate(() -> new ModelQueue(machine)).limit(queues).toList();
        IntStream.range(0, machine.shape().cores())
                .forEach(core -> machine.newThread(core, "pool-" + core, () -> run(core % queues))
                        .start());
    }

    /** Returns a pool of a thread a core, with one queue. */
    public static ModelPool shared(Machine machine) {
        return new ModelThreads(machine, 1);
    }

    /** Returns a thread a core, each with a queue of its own, to which actors are assigned in turn and for good. */
    public static ModelPool dedicated(Machine machine) {
        return new ModelThreads(machine, machine.shape().cores());
    }

    private void run(int queue) {
        while (!machine.isOver()) {
            Runnable task = queues.get(queue).take();
            machine.spend(machine.costs().poolTask());
            task.run();
        }
    }

    @Override
    public Executor executorOf(int actor) {
        return queues.get(actor % queues.size())::put;
    }

    @Override
    public void close() {
        machine.end();
    }
}
