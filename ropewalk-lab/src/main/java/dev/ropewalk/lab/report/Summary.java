package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Headline;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.result.ExperimentResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What all experiments came to, for a reader with a minute: Ropewalk's main entry beside the best rival, losses first.
 *
 * @param lines one for each headline of each experiment
 */
public record Summary(List<Line> lines) {
    /** What is nearer to 1 than this is called even. */
    private static final double EVEN = 1.03;

    public Summary {
        lines = List.copyOf(lines);
    }

    /**
     * One headline.
     *
     * @param advantage how many times better ours is than the best rival, below 1 if it is worse; the geometric mean if there
     *     are several cells; 0 if there is no rival to compare with
     * @param figures what ours and the rival reached, or how many of several cells ours won
     * @param best Ropewalk's own entry that is better than the main one, with its advantage, empty if there is none
     */
    record Line(
            String experiment,
            String size,
            String metric,
            Verdict verdict,
            double advantage,
            String figures,
            String best,
            String meaning) {
        /** Returns the advantage in words. */
        String ratio() {
            return switch (verdict) {
                case WIN -> Quantity.ratio(advantage) + " better";
                case LOSS -> Quantity.ratio(1 / advantage) + " worse";
                case EVEN -> "even";
                case NONE -> "-";
            };
        }
    }

    /** Returns the summary of results, as far as their experiments are known; those of size smoke compare nothing. */
    public static Summary of(List<ExperimentResult> results, List<Experiment> experiments) {
        var lines = new ArrayList<Line>();
        for (ExperimentResult run : results) {
            experiments.stream()
                    .filter(experiment -> experiment.name().equals(run.experiment())
                            && !run.size().equals(Size.SMOKE.label()))
                    .findFirst()
                    .ifPresent(experiment -> lines.addAll(lines(run, experiment)));
        }
        lines.sort(Comparator.comparing(Line::verdict).thenComparingDouble(Line::advantage));
        return new Summary(lines);
    }

    private static List<Line> lines(ExperimentResult run, Experiment experiment) {
        Roles roles = Roles.of(experiment);
        List<Comparison> comparisons = Comparison.of(run, roles);
        var lines = new ArrayList<Line>();
        for (Headline headline : experiment.headlines()) {
            comparisons.stream()
                    .filter(comparison -> comparison.metric().equals(headline.metric()))
                    .findFirst()
                    .ifPresent(comparison -> lines.add(line(run, comparison, roles, headline)));
        }
        return lines.isEmpty() ? List.of(without(run, experiment.headlines().getFirst())) : lines;
    }

    /** Returns the line of an experiment that has no result: that it is missing must not go unseen. */
    private static Line without(ExperimentResult run, Headline headline) {
        String why = run.skipped().isEmpty()
                ? "no result"
                : "no result: " + run.skipped().getFirst().reason();
        return new Line(run.experiment(), run.size(), headline.metric(), Verdict.NONE, 0, why, "", headline.meaning());
    }

    private static Line line(ExperimentResult run, Comparison comparison, Roles roles, Headline headline) {
        List<Duel> duels = comparison.rows().stream()
                .flatMap(row -> Duel.of(row, roles, comparison.isLessBetter()).stream())
                .toList();
        OptionalDouble mean =
                Ratios.geometricMean(duels.stream().map(Duel::advantage).toList());
        double advantage = mean.orElse(0);
        return new Line(
                run.experiment(),
                run.size(),
                headline.metric(),
                verdict(duels, advantage),
                advantage,
                duels.size() == 1 ? figures(duels.getFirst()) : figures(duels),
                comparison.rows().size() == 1 ? best(comparison, roles).orElse("") : "",
                headline.meaning());
    }

    private static Verdict verdict(List<Duel> duels, double advantage) {
        if (duels.isEmpty()) {
            return Verdict.NONE;
        }
        boolean near = advantage <= EVEN && advantage >= 1 / EVEN;
        if (near || (duels.size() == 1 && !duels.getFirst().isClear())) {
            return Verdict.EVEN;
        }
        return advantage > 1 ? Verdict.WIN : Verdict.LOSS;
    }

    private static String figures(Duel duel) {
        return duel.ours().text() + "; " + duel.rival().contender() + " "
                + duel.rival().text();
    }

    private static String figures(List<Duel> duels) {
        if (duels.isEmpty()) {
            return "nothing to compare with";
        }
        long won = duels.stream().filter(duel -> duel.advantage() > 1).count();
        Duel worst =
                duels.stream().min(Comparator.comparingDouble(Duel::advantage)).orElseThrow();
        return "better in " + won + " of " + duels.size() + " cells; least in " + worst.cell() + ": " + figures(worst);
    }

    private static Optional<String> best(Comparison comparison, Roles roles) {
        Row row = comparison.rows().getFirst();
        return row.winner()
                .filter(winner -> Contender.isOurs(winner.contender())
                        && !winner.contender().equals(roles.main()))
                .map(winner -> winner.contender() + " " + winner.text());
    }
}
