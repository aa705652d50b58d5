package dev.ropewalk.lab.locality;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.sim.machine.CostTable;
import dev.ropewalk.sim.machine.Machine;
import dev.ropewalk.sim.machine.MachineShape;
import dev.ropewalk.sim.machine.ModelForkJoin;
import dev.ropewalk.sim.machine.ModelPool;
import dev.ropewalk.sim.machine.ModelScheduler;
import dev.ropewalk.sim.machine.ModelThreads;
import dev.ropewalk.sim.machine.Reach;
import dev.ropewalk.sim.machine.StealRule;
import java.util.Arrays;
import java.util.stream.IntStream;

/** All actors of a cell on one contender's modelled pool, on a modelled machine with a core for each worker. Used by one thread. */
final class Model implements AutoCloseable {
    /** How many tasks are there for {@link #taskNanos}: enough for a queue that is never empty. */
    static final int PROBE_TASKS = 4;

    /** No iteration takes as long, unless messages are lost. */
    private static final long LONGEST_NANOS = 1_000_000_000_000L;

    private final Workload workload;
    private final Machine machine;
    private final ModelPool pool;
    private final ModelActor[] actors;
    private int busy;

    Model(Workload workload, Pools contender, CostTable costs, long seed) {
        this.workload = workload;
        machine = new Machine(MachineShape.epyc(workload.workers()), costs, seed);
        pool = open(contender);
        actors = IntStream.range(0, workload.actors())
                .mapToObj(actor -> workload.newModelActor(machine, actor, pool.executorOf(actor), this::finished))
                .toArray(ModelActor[]::new);
    }

    private ModelPool open(Pools contender) {
        return switch (contender) {
            case THREADPOOL -> ModelThreads.shared(machine);
            case WORKSTEALING -> ModelForkJoin.pool(machine);
            case DEDICATED -> ModelThreads.dedicated(machine);
            case PEKKO_AFFINITY -> throw new IllegalArgumentException("there is no model of " + contender.label());
            case ROPEWALK_SOFT -> scheduler(Placement.SOFT);
            case ROPEWALK_PINNED -> scheduler(Placement.PINNED);
            case ROPEWALK_FREE -> scheduler(Placement.FREE);
        };
    }

    private ModelPool scheduler(Placement placement) {
        return ModelScheduler.pool(machine, workload.actors(), placement, StealRule.usual());
    }

    private void finished() {
        busy--;
        if (busy == 0) {
            machine.wakeFirst();
        }
    }

    /** Runs an iteration; returns how many nanoseconds it has taken in modelled time. */
    long iterate() {
        busy = (int) IntStream.range(0, actors.length)
                .filter(actor -> workload.messages(actor) > 0)
                .count();
        long start = machine.nanos();
        for (int actor = 0; actor < actors.length; actor++) {
            if (workload.messages(actor) > 0) {
                actors[actor].start(workload.messages(actor));
            }
        }
        while (busy > 0) {
            machine.await(LONGEST_NANOS);
            if (machine.nanos() - start >= LONGEST_NANOS) {
                throw new IllegalStateException(busy + " actors have got nowhere in " + machine);
            }
        }
        return machine.nanos() - start;
    }

    /** Returns how long a task takes on one modelled core, if all do nothing but submit themselves again. */
    static double taskNanos(Pools contender, CostTable costs) {
        Params params = Params.none()
                .with(Workload.WORKERS, 1)
                .with(Workload.ACTORS, PROBE_TASKS)
                .with(Workload.ACCESSES, 0)
                .with(Workload.STATE, 0)
                .with(Workload.LOAD, Load.ROUND_ROBIN.label());
        int tasks = 2_000;
        try (var model = new Model(new Workload(new Cell(params, 1), tasks), contender, costs, 1)) {
            model.iterate();
            return (double) model.iterate() / tasks;
        }
    }

    /** Returns how many messages were processed since this was made. */
    long processed() {
        return Arrays.stream(actors).mapToLong(ModelActor::processed).sum();
    }

    long longestWaitNanos() {
        return Arrays.stream(actors)
                .mapToLong(ModelActor::longestWaitNanos)
                .max()
                .orElse(0);
    }

    /** Returns how many accesses went beyond the private caches of their core, and how many there were. */
    Misses misses() {
        long all = 0;
        long missed = 0;
        for (Reach reach : Reach.values()) {
            long count = machine.memory().count(reach);
            all += count;
            missed += reach.compareTo(Reach.LEVEL2) > 0 ? count : 0;
        }
        return new Misses(missed, all);
    }

    /** Accesses since the model was made. */
    record Misses(long missed, long all) {
        Misses minus(Misses before) {
            return new Misses(missed - before.missed, all - before.all);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
