package dev.ropewalk.lab.locality;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** A Ropewalk scheduler with a strand for each actor. */
record RopewalkPool(Scheduler scheduler, List<? extends Executor> strands) implements Pool {
    static Pool open(int workers, int actors, Placement placement) {
        Scheduler scheduler = Scheduler.builder().workers(workers).build();
        return new RopewalkPool(
                scheduler,
                Stream.generate(() -> scheduler.newStrand(placement))
                        .limit(actors)
                        .toList());
    }

    @Override
    public Executor executorOf(int actor) {
        return strands.get(actor);
    }

    @Override
    public Optional<SchedulerStats> schedulerStats() {
        return Optional.of(scheduler.stats());
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
