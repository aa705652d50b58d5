package dev.ropewalk.lab.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.samskivert.mustache.Mustache;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.result.ExperimentResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page about all results: one file that brings everything along and opens without a network. */
public final class HtmlReport {
    private final List<Experiment> experiments;

    /** Makes a report that knows what these experiments ask. */
    public HtmlReport(List<Experiment> experiments) {
        this.experiments = List.copyOf(experiments);
    }

    /** Returns the page. */
    public String render(List<ExperimentResult> results) {
        var palette = new Palette(groups(results));
        var sections = new ArrayList<Page.Section>();
        Map<String, List<Chart>> charts = new LinkedHashMap<>();
        for (ExperimentResult result : inOrder(results)) {
            var builder = new PageBuilder(result, find(result.experiment()), palette);
            sections.add(builder.section());
            charts.putAll(builder.charts());
        }
        return Mustache.compiler()
                .emptyStringIsFalse(true)
                .compile(Resources.own("report.mustache"))
                .execute(new Page(
                        Resources.own("report.css"),
                        Resources.chartLibrary(),
                        Resources.own("report.js"),
                        json(charts),
                        sections));
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
        results.forEach(result -> groups.add(Columns.of(result)));
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
