package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Machine;
import dev.ropewalk.lab.result.Occasion;
import dev.ropewalk.lab.result.Probe;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.util.List;
import java.util.Map;

/** Results to make reports of. */
final class Samples {
    static final Machine MACHINE =
            new Machine("A CPU", 2, List.of("L1d 48 KiB (CPUs 0)"), "8.0 GiB", "Linux", "A JDK", List.of("-Xmx1g"));

    static final Occasion OCCASION = new Occasion("2026-01-02T03:04:05Z", "abc123", Map.of("Rival", "1.2.3"));

    private Samples() {}

    static Params cell(long n) {
        return Params.none().with("n", n).with("mode", "fast");
    }

    static Result time(String contender, long n, Double... samples) {
        return Result.of(contender, cell(n), Metric.TIME, List.of(samples));
    }

    static ExperimentResult run(List<Result> results, Skipped... skipped) {
        return run(List.of(), results, skipped);
    }

    static ExperimentResult run(List<Probe> probes, List<Result> results, Skipped... skipped) {
        return new ExperimentResult(
                "tiny",
                "quick",
                MACHINE,
                "ropewalk lab run tiny --size quick --seed 1",
                OCCASION,
                0,
                probes,
                results,
                List.of(skipped));
    }
}
