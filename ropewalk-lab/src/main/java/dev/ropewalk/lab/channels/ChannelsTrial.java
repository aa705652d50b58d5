package dev.ropewalk.lab.channels;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Stopwatch;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.Optional;

/** The wiring of a cell on one contender of this process. */
record ChannelsTrial(Wiring wiring, Parties parties) implements Trial {
    @Override
    public Outcome run(Pass pass) throws InterruptedException {
        var round = new Round(wiring.reporters());
        Stopwatch watch = Stopwatch.start();
        parties.start(round);
        round.await();
        watch.stop();
        return watch.outcome(wiring.answer(round.checksum()))
                .with(Channels.PER_ELEMENT, (double) watch.nanos() / wiring.receives());
    }

    @Override
    public Optional<SchedulerStats> schedulerStats() {
        return parties.schedulerStats();
    }

    @Override
    public void close() {
        parties.close();
    }
}
