package dev.ropewalk.lab.footprint;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Stopwatch;
import dev.ropewalk.lab.experiment.Trial;
import java.util.concurrent.CountDownLatch;

/** One contender's actors, spawned anew in each iteration. They have handled a message when their memory is measured. */
final class FootprintTrial implements Trial {
    private final int workers;
    private final int actors;
    private final boolean fromParent;
    private final Population.Opener opener;

    FootprintTrial(Params params, Population.Opener opener) {
        workers = params.integer(ActorFootprint.WORKERS);
        actors = params.integer(ActorFootprint.ACTORS);
        fromParent = params.text(ActorFootprint.SPAWNER).equals(ActorFootprint.PARENT);
        this.opener = opener;
    }

    @Override
    public Outcome run(Pass pass) throws InterruptedException {
        try (Population population = opener.open(workers, actors)) {
            long bytesBefore = Heap.reachableBytes();
            Stopwatch watch = Stopwatch.start();
            if (fromParent) {
                population.spawnFromParent();
            } else {
                population.spawnFromOutside();
            }
            watch.stop();
            var greeted = new CountDownLatch(actors);
            population.greet(greeted);
            greeted.await();
            long bytes = Heap.reachableBytes() - bytesBefore;
            return watch.outcome(ActorFootprint.answer(actors - greeted.getCount()))
                    .with(ActorFootprint.BYTES, (double) bytes / actors)
                    .with(ActorFootprint.PER_SPAWN, (double) watch.nanos() / actors);
        }
    }

    @Override
    public void close() {}
}
