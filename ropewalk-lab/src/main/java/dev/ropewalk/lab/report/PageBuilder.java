package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Parameter;
import dev.ropewalk.lab.report.Page.Contestant;
import dev.ropewalk.lab.report.Page.Fact;
import dev.ropewalk.lab.report.Page.Field;
import dev.ropewalk.lab.report.Page.Line;
import dev.ropewalk.lab.report.Page.Measure;
import dev.ropewalk.lab.report.Page.Section;
import dev.ropewalk.lab.report.Page.Skip;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Machine;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts one experiment's results into the words and charts of the page. */
final class PageBuilder {
    private final ExperimentResult run;
    private final Optional<Experiment> experiment;
    private final Palette palette;
    private final String mainContender;
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
        mainContender = experiment.map(Experiment::mainContender).orElse("");
    }

    Section section() {
        return new Section(
                run.experiment(),
                run.size(),
                experiment
                        .map(Experiment::question)
                        .orElse("(an experiment that this version of the lab doesn't know)"),
                experiment.map(Experiment::finding).orElse(""),
                facts(run.machine()),
                contestants(Columns.of(run)),
                Comparison.of(run, mainContender).stream().map(this::measure).toList(),
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

    private List<Fact> facts(Machine machine) {
        return List.of(
                new Fact("CPU", machine.cpu() + ", " + machine.cores() + (machine.cores() == 1 ? " core" : " cores")),
                new Fact("Caches", machine.caches().isEmpty() ? "unknown" : String.join(", ", machine.caches())),
                new Fact("Memory", machine.memory()),
                new Fact("System", machine.os()),
                new Fact("JDK", machine.jdk()),
                new Fact("JVM flags", String.join(" ", machine.flags())),
                new Fact("Command", run.command()));
    }

    private List<Contestant> contestants(List<String> names) {
        return names.stream()
                .map(name -> new Contestant(name, palette.colour(name), Contender.isOurs(name), description(name)))
                .toList();
    }

    private String description(String contender) {
        return experiment.stream()
                .flatMap(known -> known.contenders().stream())
                .filter(known -> known.name().equals(contender))
                .map(Contender::description)
                .findFirst()
                .orElse("");
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
        charts.put(id, Chart.of(comparison, parameter, unit, mainContender, palette));
        return new Measure(
                id,
                comparison.metric(),
                experiment.stream()
                        .flatMap(known -> known.metrics().stream())
                        .filter(metric -> metric.name().equals(comparison.metric()))
                        .map(Metric::description)
                        .findFirst()
                        .orElse(""),
                comparison.better().equals(Result.LOWER) ? "less is better" : "more is better",
                comparison.referenceText(),
                comparison.common().toString(),
                contestants(comparison.contenders()),
                comparison.rows().stream().map(PageBuilder::line).toList(),
                means(comparison));
    }

    private static List<String> means(Comparison comparison) {
        var means = new ArrayList<String>();
        if (comparison.rows().size() > 1) {
            comparison.contenders().forEach(contender -> means.add(comparison.meanRatioText(contender)));
        }
        return means;
    }

    private static Line line(Row row) {
        return new Line(
                row.params().toString(),
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
                interval(result),
                entry.ratioText(),
                entry.winner() ? "winner" : "",
                "Samples: " + result.samples().size());
    }

    private static String interval(Result result) {
        return result.samples().size() == 1
                ? "one sample"
                : quantity(result.low(), result) + " to " + quantity(result.high(), result);
    }

    /** Returns a number with its unit, spelt as a page can and a terminal perhaps can't. */
    private static String quantity(double value, Result result) {
        return Quantity.format(value, result.unit()).replace(" us", " µs");
    }
}
