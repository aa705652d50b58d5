package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Headline;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Parameter;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.report.Page.Contestant;
import dev.ropewalk.lab.report.Page.Fact;
import dev.ropewalk.lab.report.Page.Field;
import dev.ropewalk.lab.report.Page.Line;
import dev.ropewalk.lab.report.Page.Measure;
import dev.ropewalk.lab.report.Page.Section;
import dev.ropewalk.lab.report.Page.Single;
import dev.ropewalk.lab.report.Page.Skip;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts one experiment's results into the words and charts of the page. */
final class PageBuilder {
    private final ExperimentResult run;
    private final Optional<Experiment> experiment;
    private final Palette palette;
    private final Roles roles;
    private final Map<String, List<Chart>> charts = new LinkedHashMap<>();

    /**
     * Makes a builder.
     *
     * @param experiment empty if the result is of one that this version doesn't know
     */
    PageBuilder(ExperimentResult run, Optional<Experiment> experiment, Palette palette) {
        this.run = run;
        this.experiment = experiment;
        this.palette = palette;
        roles = Roles.of(experiment);
    }

    /**
     * Returns the section.
     *
     * @param facts about the machine and the run, without those that all sections have in common
     */
    Section section(List<Fact> facts) {
        List<Comparison> comparisons = Comparison.of(run, roles);
        List<String> headlines = experiment.stream()
                .flatMap(known -> known.headlines().stream())
                .map(Headline::metric)
                .toList();
        return new Section(
                run.experiment(),
                run.size(),
                run.size().equals(Size.TOUR.label())
                        ? experiment.map(known -> known.tour().reason()).orElse("")
                        : "",
                experiment
                        .map(Experiment::question)
                        .orElse("(an experiment that this version of the lab doesn't know)"),
                experiment.map(Experiment::finding).orElse(""),
                Warnings.of(run, experiment),
                facts,
                contestants(Columns.of(run, roles.main())),
                given(),
                measures(comparisons, headlines, true),
                measures(comparisons, headlines, false),
                SkipReason.of(run).stream()
                        .map(reason -> new Skip(
                                String.join(", ", reason.contenders()),
                                reason.reason(),
                                reason.cellsText(),
                                reason.fault() ? "fault" : ""))
                        .toList());
    }

    /** Returns the charts of the section by the id of their metric. */
    Map<String, List<Chart>> charts() {
        return charts;
    }

    /** What isn't in the summary is folded up, unless nothing of this run is in the summary. */
    private List<Measure> measures(List<Comparison> comparisons, List<String> headlines, boolean first) {
        boolean any = comparisons.stream().anyMatch(comparison -> headlines.contains(comparison.metric()));
        return comparisons.stream()
                .filter(comparison -> first == (!any || headlines.contains(comparison.metric())))
                .map(this::measure)
                .toList();
    }

    private List<Contestant> contestants(List<String> names) {
        return names.stream().map(this::contestant).toList();
    }

    private Contestant contestant(String name) {
        return new Contestant(
                name, palette.colour(name), Contender.isOurs(name), roles.isLimit(name), description(name));
    }

    private String description(String contender) {
        return experiment.stream()
                .flatMap(known -> known.contenders().stream())
                .filter(known -> known.name().equals(contender))
                .map(Contender::description)
                .findFirst()
                .orElse("");
    }

    private String metricDescription(String metric) {
        return experiment.stream()
                .flatMap(known -> known.metrics().stream())
                .filter(known -> known.name().equals(metric))
                .map(Metric::description)
                .findFirst()
                .orElse("");
    }

    /** Returns what is the same for all contenders: each figure once, and in which cell if there are several. */
    private List<Fact> given() {
        var given = new ArrayList<Fact>();
        var told = new ArrayList<String>();
        for (Result result : run.results()) {
            String key = result.metric() + " " + result.params();
            if (result.better().equals(Result.NEITHER) && !told.contains(key)) {
                told.add(key);
                String own = CellLabel.own(result.params(), CellLabel.common(run.cells()))
                        .toString();
                given.add(new Fact(
                        result.metric(),
                        quantity(result.median(), result) + (own.isEmpty() ? "" : " with " + own) + ". "
                                + metricDescription(result.metric())));
            }
        }
        return given;
    }

    private Measure measure(Comparison comparison) {
        String id = run.experiment() + "-" + comparison.metric();
        String parameter = experiment.map(Experiment::chartParameter).orElse("");
        String unit = experiment.stream()
                .flatMap(known -> known.parameters().stream())
                .filter(known -> known.name().equals(parameter))
                .map(Parameter::unit)
                .findFirst()
                .orElse("");
        boolean hasNoOrder = experiment.isPresent() && parameter.isEmpty();
        charts.put(
                id,
                hasNoOrder && comparison.rows().size() >= Profile.FEWEST_CELLS
                        ? Profile.of(comparison, roles.main(), palette)
                        : Chart.of(comparison, parameter, unit, roles.main(), palette));
        boolean single = comparison.rows().size() == 1;
        return new Measure(
                id,
                comparison.metric(),
                metricDescription(comparison.metric()),
                comparison.isLessBetter() ? "less is better" : "more is better",
                comparison.referenceText(),
                comparison.common().toString(),
                comparison.differences(),
                contestants(comparison.contenders()),
                single ? single(comparison) : List.of(),
                single
                        ? List.of()
                        : comparison.rows().stream().map(PageBuilder::line).toList(),
                means(comparison));
    }

    private static List<String> means(Comparison comparison) {
        var means = new ArrayList<String>();
        if (comparison.rows().size() > 1) {
            comparison.contenders().forEach(contender -> means.add(comparison.meanRatioText(contender)));
        }
        return means;
    }

    /** Returns the contenders of the only cell, the best one first, those without a result last. */
    private List<Single> single(Comparison comparison) {
        int sign = comparison.isLessBetter() ? 1 : -1;
        return comparison.rows().getFirst().entries().stream()
                .sorted(Comparator.comparingDouble(entry -> entry.result() == null
                        ? Double.POSITIVE_INFINITY
                        : sign * entry.result().median()))
                .map(entry -> new Single(contestant(entry.contender()), field(entry)))
                .toList();
    }

    private static Line line(Row row) {
        return new Line(
                row.label(),
                row.winner()
                        .map(best -> best.contender() + " " + spelt(best.text()))
                        .orElse(""),
                row.entries().stream().map(PageBuilder::field).toList());
    }

    private static Field field(Entry entry) {
        Result result = entry.result();
        if (result == null) {
            Skipped skipped = entry.skipped();
            return new Field(
                    entry.text(),
                    "",
                    "",
                    skipped != null && skipped.isFault() ? "fault" : "none",
                    skipped == null ? "" : skipped.reason());
        }
        return new Field(
                quantity(result.median(), result),
                spelt(entry.rangeText()),
                entry.ratioText(),
                entry.winner() ? "winner" : "",
                "Runs: " + result.samples().size());
    }

    private static String quantity(double value, Result result) {
        return spelt(Quantity.format(value, result.unit()));
    }

    /** Returns a text with units spelt as a page can and a terminal perhaps can't. */
    static String spelt(String text) {
        return text.replaceAll("\\bus\\b", "µs");
    }
}
