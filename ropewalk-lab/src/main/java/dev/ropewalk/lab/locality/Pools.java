package dev.ropewalk.lab.locality;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.scheduler.Placement;

/** The pools that are compared. */
enum Pools {
    THREADPOOL("threadpool", "Executors.newFixedThreadPool: all threads take from one shared queue."),
    WORKSTEALING("workstealing", "Executors.newWorkStealingPool: the JDK's ForkJoinPool, own tasks in FIFO order."),
    DEDICATED("dedicated", "Each actor assigned for good, in turn, to one of the single-thread executors."),
    PEKKO_AFFINITY(
            "pekko-affinity",
            "Pekko's dispatcher over its affinity pool, each queue long enough for all actors (the default of 512 refuses"
                    + " messages at 8000 actors). Its threads poll when idle, so it is started and ended around each"
                    + " iteration."),
    ROPEWALK_SOFT(
            "ropewalk-soft", "Ropewalk, a strand for each actor, Placement.SOFT: at home unless waiting costs more."),
    ROPEWALK_PINNED("ropewalk-pinned", "Ropewalk, a strand for each actor, Placement.PINNED: never moved."),
    ROPEWALK_FREE(
            "ropewalk-free", "Ropewalk, a strand for each actor, Placement.FREE: work stealing without affinity.");

    private final String label;
    private final String description;

    Pools(String label, String description) {
        this.label = label;
        this.description = description;
    }

    String label() {
        return label;
    }

    String description() {
        return description;
    }

    /** Returns whether there is a model of this contender. */
    boolean isModelled() {
        return this != PEKKO_AFFINITY;
    }

    /** Returns a pool for actors numbered from 0. */
    Pool open(int workers, int actors) {
        return switch (this) {
            case THREADPOOL -> JdkPool.shared(workers);
            case WORKSTEALING -> JdkPool.workStealing(workers);
            case DEDICATED -> JdkPool.dedicated(workers);
            case PEKKO_AFFINITY -> new PekkoAffinityPool(workers, actors);
            case ROPEWALK_SOFT -> RopewalkPool.open(workers, actors, Placement.SOFT);
            case ROPEWALK_PINNED -> RopewalkPool.open(workers, actors, Placement.PINNED);
            case ROPEWALK_FREE -> RopewalkPool.open(workers, actors, Placement.FREE);
        };
    }

    Contender contender() {
        return Contender.of(label, description, cell -> {
            var workload = new Workload(cell);
            return new LocalityTrial(workload, open(workload.workers(), workload.actors()));
        });
    }
}
