package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.result.ExperimentResult;
import java.util.List;

/** The page about all results. */
public final class HtmlReport {
    private final List<Experiment> experiments;

    /** Makes a report that knows what these experiments ask. */
    public HtmlReport(List<Experiment> experiments) {
        this.experiments = List.copyOf(experiments);
    }

    /** Returns the page. */
    public String render(List<ExperimentResult> results) {
        return experiments.size() + " " + results.size();
    }
}
