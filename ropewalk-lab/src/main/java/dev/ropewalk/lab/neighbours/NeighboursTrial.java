package dev.ropewalk.lab.neighbours;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.scheduler.SchedulerStats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A contender of a program's own experiment. Each iteration runs it twice, alone and disturbed, in turns the one and the other
 * first, so that what else happens to the machine hits both alike.
 */
final class NeighboursTrial implements Trial {
    /** What an iteration answers if all is well. */
    static final String RIGHT = "right alone and disturbed; " + counts(0, 0);

    private final Setting setting;
    private final Family family;
    private final double factor;
    private final Answers answers;
    private final Pass pass;
    private final Surroundings surroundings;
    private final Trial trial;
    private int iterations;
    private int runs;

    private NeighboursTrial(Setting setting, Family family, long seed) throws Exception {
        this.setting = setting;
        this.family = family;
        Program program = setting.program();
        factor = program.factor(family, setting);
        var cell = new Cell(program.params(family, setting), seed);
        answers = program.experiment().answers(cell);
        pass = program.experiment().passes().getFirst();
        surroundings = new Surroundings(setting);
        try {
            trial = program.contender(family).opener().open(cell);
        } catch (Throwable e) {
            surroundings.close();
            throw e;
        }
    }

    static Trial open(Cell cell, Family family) throws Exception {
        return new NeighboursTrial(Setting.of(cell.params()), family, cell.seed());
    }

    @Override
    public Outcome run(Pass ignored) throws Exception {
        List<String> complaints = new ArrayList<>();
        Outcome alone;
        Outcome disturbed;
        iterations++;
        if (iterations % 2 != 0) {
            alone = check(trial.run(pass), "alone", complaints);
            disturbed = runDisturbed(complaints);
        } else {
            disturbed = runDisturbed(complaints);
            alone = check(trial.run(pass), "alone", complaints);
        }
        String answer = complaints.isEmpty() ? "right alone and disturbed" : String.join("; ", complaints);
        return outcome(answer + "; " + troubles(), alone, disturbed);
    }

    private Outcome runDisturbed(List<String> complaints) throws Exception {
        surroundings.begin();
        Outcome outcome = check(trial.run(pass), "disturbed", complaints);
        Surroundings.Taken taken = surroundings.end();
        if (taken.neighbourPercent().isPresent()) {
            outcome = outcome.with(
                    Neighbours.NEIGHBOURS_CPU, taken.neighbourPercent().getAsDouble());
        }
        return taken.throttledMillis().isPresent()
                ? outcome.with(Neighbours.THROTTLED, taken.throttledMillis().getAsDouble())
                : outcome;
    }

    private Outcome check(Outcome outcome, String how, List<String> complaints) {
        String expected = answers.at(runs, pass);
        runs++;
        if (!outcome.answer().equals(expected)) {
            complaints.add(how + " '" + outcome.answer() + "' instead of '" + expected + "'");
        }
        return outcome;
    }

    /** Returns how often a scheduler of Ropewalk has thought that its workers were held up. Nothing blocks in any program. */
    private String troubles() {
        Optional<SchedulerStats> stats = trial.schedulerStats();
        if (stats.isEmpty() && family == Family.ROPEWALK) {
            return "no statistics of the scheduler";
        }
        return stats.map(seen -> counts(spares(seen), seen.starvationEvents())).orElse(counts(0, 0));
    }

    private int spares(SchedulerStats stats) {
        return stats.workers().size() - setting.workers();
    }

    private static String counts(int spares, long starvationEvents) {
        return spares + " spare workers, " + starvationEvents + " starvation events";
    }

    private Outcome outcome(String answer, Outcome alone, Outcome disturbed) {
        Outcome outcome = new Outcome(answer, disturbed.values())
                .with(Neighbours.SLOWDOWN, time(disturbed) / time(alone))
                .with(Neighbours.TIME, time(disturbed) * factor)
                .with(Neighbours.ALONE, time(alone) * factor);
        Double cpu = disturbed.values().get(Metric.CPU.name());
        return cpu == null ? outcome : outcome.with(Neighbours.CPU, cpu * factor);
    }

    private static double time(Outcome outcome) {
        return Objects.requireNonNull(outcome.values().get(Metric.TIME.name()));
    }

    @Override
    public void close() {
        try {
            trial.close();
        } finally {
            closeSurroundings();
        }
    }

    private void closeSurroundings() {
        try {
            surroundings.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
