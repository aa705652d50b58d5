package dev.ropewalk.lab.limits;

import static java.lang.ProcessBuilder.Redirect.INHERIT;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A contender's processes, one an iteration. Before the first one, another counts what is in flight: over so many rounds that a
 * leak would show, and not in an iteration, because counting costs. If asked for, yet another writes a cache of classes for those
 * that are measured.
 */
final class ProcessTrial implements Trial {
    private static final int ROUNDS_COUNTED = 10;

    private final String experiment;
    private final String contender;
    private final Params params;
    private final int most;
    private final long limit;
    private final @Nullable AheadOfTimeCache cache;

    ProcessTrial(String experiment, String contender, Params params) throws IOException, InterruptedException {
        this.experiment = experiment;
        this.contender = contender;
        this.params = params;
        limit = params.number(ProcessExperiment.IN_FLIGHT);
        long counted = Math.min(params.number(ProcessExperiment.TASKS), ROUNDS_COUNTED * limit);
        most = process(List.of(), INHERIT, counted, true).most();
        cache = params.text(ProcessExperiment.AOT_CACHE).equals(ProcessExperiment.YES)
                ? AheadOfTimeCache.of(
                        (flags, errors, tasks) -> process(flags, errors, tasks, false),
                        params.number(ProcessExperiment.TASKS))
                : null;
    }

    private ProcessRun process(List<String> flags, ProcessBuilder.Redirect errors, long tasks, boolean counted)
            throws IOException, InterruptedException {
        return ProcessRun.of(
                flags,
                List.of(
                        String.valueOf(ProcessHandle.current().pid()),
                        experiment,
                        contender,
                        String.valueOf(tasks),
                        params.text(ProcessExperiment.IN_FLIGHT),
                        params.text(ProcessExperiment.FIB),
                        params.text(ProcessExperiment.SLEEP),
                        String.valueOf(counted)),
                errors);
    }

    /** Returns what an iteration answers. */
    static String answer(long done, long most, long limit) {
        return done + " tasks, " + (most <= limit ? "never more than " + limit : most) + " at once";
    }

    @Override
    public Outcome run(Pass pass) throws IOException, InterruptedException {
        ProcessRun process = process(
                cache == null ? List.of() : cache.flags(), INHERIT, params.number(ProcessExperiment.TASKS), false);
        return process.outcome(answer(process.done(), most, limit));
    }

    @Override
    public void close() {
        if (cache != null) {
            cache.close();
        }
    }
}
