package dev.ropewalk.lab.report;

import dev.ropewalk.lab.report.Page.Fact;
import dev.ropewalk.lab.result.Calm;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Machine;
import dev.ropewalk.lab.result.Occasion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Puts into words where, when and with what experiments were run. */
final class Facts {
    private Facts() {}

    /** Returns what several runs may have in common: the machine and the occasion. */
    static List<Fact> common(ExperimentResult run) {
        Machine machine = run.machine();
        Occasion occasion = run.occasion();
        return List.of(
                new Fact("Started", occasion.started()),
                new Fact("Commit", occasion.commit()),
                new Fact("Rivals", occasion.versions().isEmpty() ? "unknown" : versions(occasion)),
                new Fact("JDK", machine.jdk()),
                new Fact("JVM flags", String.join(" ", machine.flags())),
                new Fact("CPU", machine.cpu() + ", " + machine.cores() + (machine.cores() == 1 ? " core" : " cores")),
                new Fact("Caches", machine.caches().isEmpty() ? "unknown" : String.join(", ", machine.caches())),
                new Fact("Memory", machine.memory()),
                new Fact("System", machine.os()));
    }

    /** Returns what is a run's own. */
    static List<Fact> own(ExperimentResult run) {
        var facts = new ArrayList<Fact>();
        facts.add(new Fact("Command", run.command()));
        if (!run.probes().isEmpty()) {
            facts.add(new Fact("Calm", Warnings.words(Calm.of(run.probes()))));
        }
        return facts;
    }

    private static String versions(Occasion occasion) {
        return occasion.versions().entrySet().stream().map(Facts::version).collect(Collectors.joining(", "));
    }

    private static String version(Map.Entry<String, String> entry) {
        return entry.getKey() + " " + entry.getValue();
    }
}
