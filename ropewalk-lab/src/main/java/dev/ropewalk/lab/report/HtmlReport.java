package dev.ropewalk.lab.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.samskivert.mustache.Mustache;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.report.Page.Fact;
import dev.ropewalk.lab.report.Page.Headlined;
import dev.ropewalk.lab.result.Calm;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Session;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The page about all results: one file that brings everything along and opens without a network. */
public final class HtmlReport {
    private final List<Experiment> experiments;

    /** Makes a report that knows what these experiments ask. */
    public HtmlReport(List<Experiment> experiments) {
        this.experiments = List.copyOf(experiments);
    }

    /**
     * Returns the page.
     *
     * @param unfinished the session that has begun and hasn't ended in the folder of the results, empty if there is none
     */
    public String render(List<ExperimentResult> results, Optional<Session> unfinished) {
        List<ExperimentResult> ordered = inOrder(results);
        var palette = new Palette(groups(results));
        List<Fact> common = commonFacts(ordered);
        var sections = new ArrayList<Page.Section>();
        Map<String, List<Chart>> charts = new LinkedHashMap<>();
        for (ExperimentResult result : ordered) {
            var builder = new PageBuilder(result, find(result.experiment()), palette);
            sections.add(builder.section(facts(result, common)));
            charts.putAll(builder.charts());
        }
        return Mustache.compiler()
                .emptyStringIsFalse(true)
                .withLoader(name -> new StringReader(Resources.own(name + ".mustache")))
                .compile(Resources.own("report.mustache"))
                .execute(new Page(
                        Resources.own("report.css"),
                        Resources.chartLibrary(),
                        Resources.own("report.js"),
                        json(charts),
                        notices(ordered, unfinished),
                        common,
                        summary(ordered),
                        sections));
    }

    private List<Headlined> summary(List<ExperimentResult> results) {
        return Summary.of(results, experiments).lines().stream()
                .map(line -> new Headlined(
                        line.experiment(),
                        line.metric(),
                        line.verdict().name().toLowerCase(Locale.ROOT),
                        line.verdict().word(),
                        line.ratio(),
                        PageBuilder.spelt(line.figures()),
                        PageBuilder.spelt(line.best()),
                        line.meaning()))
                .toList();
    }

    private static List<String> notices(List<ExperimentResult> results, Optional<Session> unfinished) {
        var notices = new ArrayList<String>();
        unfinished.ifPresent(session -> {
            List<String> missing = session.missing(results);
            notices.add("This run isn't finished: " + (session.parts().size() - missing.size()) + " of "
                    + session.parts().size() + " experiments are complete. Missing: " + String.join(", ", missing)
                    + ". If it was interrupted, 'bin/ropewalk lab --resume' with the same --out goes on with it.");
        });
        List<Calm> calms = results.stream()
                .filter(result -> !result.probes().isEmpty())
                .map(result -> Calm.of(result.probes()))
                .toList();
        List<String> disturbed = results.stream()
                .filter(result ->
                        !result.probes().isEmpty() && Calm.of(result.probes()).isDisturbed())
                .map(ExperimentResult::experiment)
                .toList();
        if (!disturbed.isEmpty()) {
            String which = disturbed.size() == calms.size() ? "all experiments" : String.join(", ", disturbed);
            notices.add("Something else ran on this machine during " + which + ": " + Warnings.words(Calm.worst(calms))
                    + ". Ratios suffer less from that than times, but they do.");
        }
        if (results.stream().map(ExperimentResult::size).distinct().count() > 1) {
            notices.add("The experiments were run at different sizes.");
        }
        return notices;
    }

    /** Returns the facts that are the same in all results. */
    private static List<Fact> commonFacts(List<ExperimentResult> results) {
        return results.isEmpty()
                ? List.of()
                : Facts.common(results.getFirst()).stream()
                        .filter(fact -> results.stream()
                                .allMatch(result -> Facts.common(result).contains(fact)))
                        .toList();
    }

    private static List<Fact> facts(ExperimentResult result, List<Fact> common) {
        return Stream.concat(
                        Facts.common(result).stream().filter(fact -> !common.contains(fact)),
                        Facts.own(result).stream())
                .toList();
    }

    /**
     * Returns the names that appear together: in known experiments first and in their order, so that colours stay from run
     * to run, and main entries before all others.
     */
    private List<List<String>> groups(List<ExperimentResult> results) {
        var groups = new ArrayList<List<String>>();
        experiments.forEach(experiment -> groups.add(List.of(experiment.mainContender())));
        experiments.forEach(experiment ->
                groups.add(experiment.contenders().stream().map(Contender::name).toList()));
        results.forEach(result -> groups.add(Columns.of(result, "")));
        return groups;
    }

    /** Returns known experiments in their order, then the others as they come. */
    private List<ExperimentResult> inOrder(List<ExperimentResult> results) {
        List<String> names = experiments.stream().map(Experiment::name).toList();
        return results.stream()
                .sorted(Comparator.comparingInt(result ->
                        names.contains(result.experiment()) ? names.indexOf(result.experiment()) : names.size()))
                .toList();
    }

    private Optional<Experiment> find(String name) {
        return experiments.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst();
    }

    /** Returns JSON that may stand in a script element, which the first end tag in it would end. */
    private static String json(Map<String, List<Chart>> charts) {
        try {
            return JsonMapper.builder().build().writeValueAsString(charts).replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("can't write charts as JSON", e);
        }
    }
}
