package dev.ropewalk.lab.locality;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Stopwatch;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** All actors of a cell on one contender's pool. */
final class LocalityTrial implements Trial {
    private static final double NANOS_PER_MICRO = 1e3;

    private final Workload workload;
    private final Pool pool;
    private final Actor[] actors;

    LocalityTrial(Workload workload, Pool pool) {
        this.workload = workload;
        this.pool = pool;
        actors = IntStream.range(0, workload.actors())
                .mapToObj(workload::newActor)
                .toArray(Actor[]::new);
    }

    @Override
    public Outcome run(Pass pass) throws InterruptedException {
        pool.resume();
        try {
            return iterate(pass);
        } finally {
            pool.rest();
        }
    }

    private Outcome iterate(Pass pass) throws InterruptedException {
        for (int actor = 0; actor < actors.length; actor++) {
            actors[actor].moveTo(pool.executorOf(actor));
        }
        boolean stamped = pass.equals(Locality.WAIT_PASS);
        long busy = IntStream.range(0, actors.length)
                .filter(actor -> workload.messages(actor) > 0)
                .count();
        var finished = new CountDownLatch((int) busy);
        Stopwatch watch = Stopwatch.start();
        for (int actor = 0; actor < actors.length; actor++) {
            int messages = workload.messages(actor);
            if (messages > 0) {
                actors[actor].start(messages, stamped, finished);
            }
        }
        finished.await();
        watch.stop();
        long checksum = 0;
        long longestWaitNanos = 0;
        for (Actor actor : actors) {
            checksum += actor.checksum();
            longestWaitNanos = Math.max(longestWaitNanos, actor.longestWaitNanos());
        }
        Outcome outcome = watch.outcome(Workload.answer(checksum));
        return stamped ? outcome.with(Locality.MAX_WAIT, longestWaitNanos / NANOS_PER_MICRO) : outcome;
    }

    @Override
    public Optional<SchedulerStats> schedulerStats() {
        return pool.schedulerStats();
    }

    @Override
    public void close() {
        pool.close();
    }
}
