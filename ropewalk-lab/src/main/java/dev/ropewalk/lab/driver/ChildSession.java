package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The contender's side of the conversation. Used by one thread. */
final class ChildSession {
    private final Experiment experiment;
    private final Contender contender;
    private @Nullable Trial trial;

    ChildSession(Experiment experiment, String contender) {
        this.experiment = experiment;
        this.contender = experiment.contenders().stream()
                .filter(candidate -> candidate.name().equals(contender))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("no contender " + contender + " in " + experiment.name()));
    }

    /** Carries out a request. Whatever the contender throws becomes an answer. */
    Reply handle(Request request) {
        try {
            return switch (request.action()) {
                case PREPARE -> prepare(Objects.requireNonNull(request.params()), request.seed());
                case RUN -> run(Objects.requireNonNull(request.pass()));
                case RELEASE -> release();
            };
        } catch (Throwable e) {
            e.printStackTrace();
            return Reply.failed(e);
        }
    }

    private Reply prepare(Params params, long seed) throws Exception {
        release();
        PeakMemory.reset();
        trial = contender.opener().open(new Cell(params, seed));
        // Puts what was made into the order in which the collector leaves it, as in a program that has run for a while.
        // In the order in which
        // it was made, some bytes of garbage more between two actors change the time of a hop by a factor of two.
        System.gc();
        return Reply.done();
    }

    private Reply run(String name) throws Exception {
        if (trial == null) {
            throw new IllegalStateException("asked to run before a cell was prepared");
        }
        Outcome outcome = trial.run(pass(name));
        // A contender that runs in a process of its own tells that one's peak.
        OptionalDouble peak = outcome.values().containsKey(Metric.PEAK_MEMORY.name())
                ? OptionalDouble.empty()
                : PeakMemory.mebibytes();
        return Reply.of(peak.isPresent() ? outcome.with(Metric.PEAK_MEMORY, peak.getAsDouble()) : outcome);
    }

    private Reply release() {
        if (trial != null) {
            trial.close();
            trial = null;
            // Gives the state's memory back before another contender, or the next cell, needs it.
            System.gc();
        }
        return Reply.done();
    }

    private Pass pass(String name) {
        return experiment.passes().stream()
                .filter(pass -> pass.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no pass " + name + " in " + experiment.name()));
    }
}
