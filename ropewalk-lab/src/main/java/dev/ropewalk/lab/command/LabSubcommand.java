package dev.ropewalk.lab.command;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ropewalk lab}: all experiments. */
@Command(
        name = "lab",
        description = "Runs all experiments, shows a table of each and writes a report.",
        mixinStandardHelpOptions = true)
final class LabSubcommand implements Callable<Integer> {
    private final Catalogue catalogue;

    @Mixin
    private RunOptions options = new RunOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    LabSubcommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Integer call() throws Exception {
        var plans = catalogue.experiments().stream()
                .map(experiment -> new Planner(experiment).plan(options, List.of(), List.of()))
                .toList();
        return new PlanRunner(catalogue, spec.commandLine()).run(plans, options.out);
    }
}
