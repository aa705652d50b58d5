package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Stopwatch;
import dev.ropewalk.lab.experiment.Trial;
import java.util.concurrent.Callable;

/**
 * One program on one runtime, whose actor system lives as long as the trial and is idle between iterations.
 *
 * @param program runs the program once and returns its answer
 * @param end ends the actor system
 */
record SavinaTrial(Callable<String> program, Runnable end) implements Trial {
    @Override
    public Outcome run(Pass pass) throws Exception {
        Stopwatch watch = Stopwatch.start();
        String answer = program.call();
        watch.stop();
        return watch.outcome(answer);
    }

    @Override
    public void close() {
        end.run();
    }
}
