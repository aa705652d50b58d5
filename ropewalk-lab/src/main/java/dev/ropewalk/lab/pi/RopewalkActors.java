package dev.ropewalk.lab.pi;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Actors of Ropewalk: jobs are dealt to worker actors in turn, and each sends its results to one collector. Each worker actor
 * has a worker of the scheduler for itself: all are busy all the time, so that there is nothing to balance.
 */
final class RopewalkActors implements Model {
    private final Slices slices;
    private final Scheduler scheduler;
    private final ActorSystem system;
    private final List<ActorRef<Job>> workers;
    private final Tally tally;

    RopewalkActors(Slices slices) {
        this.slices = slices;
        scheduler = Scheduler.builder().workers(slices.workers()).build();
        system = ActorSystem.builder("pi").scheduler(scheduler).build();
        tally = new Tally(slices);
        ActorRef<Result> collector = system.spawn(context -> result -> tally.add(result.sum()));
        ActorOptions<Object> pinned = ActorOptions.defaults().placement(Placement.PINNED);
        workers = Stream.generate(() -> system.<Job>spawn(
                        pinned, context -> job -> collector.tell(new Result(slices.sum(job.slice())))))
                .limit(slices.workers())
                .toList();
    }

    @Override
    public double sum() throws InterruptedException {
        for (int slice = 0; slice < slices.jobs(); slice++) {
            tally.admit(slice);
            workers.get(slice % workers.size()).tell(new Job(slice));
        }
        return tally.await();
    }

    @Override
    public Optional<SchedulerStats> schedulerStats() {
        return Optional.of(scheduler.stats());
    }

    @Override
    public void close() {
        system.close();
        scheduler.close();
    }

    private record Job(int slice) {}

    private record Result(double sum) {}
}
