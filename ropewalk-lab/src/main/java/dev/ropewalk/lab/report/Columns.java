package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The order in which contenders stand in tables and charts: Ropewalk's main entry, its others, and the rest as they were run. */
final class Columns {
    private Columns() {}

    static List<String> of(ExperimentResult run, String main) {
        return Stream.concat(
                        run.results().stream().map(Result::contender),
                        run.skipped().stream().map(Skipped::contender))
                .distinct()
                .sorted(Comparator.comparingInt(name -> name.equals(main) ? 0 : Contender.isOurs(name) ? 1 : 2))
                .toList();
    }
}
