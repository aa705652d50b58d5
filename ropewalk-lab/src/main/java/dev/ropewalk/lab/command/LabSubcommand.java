package dev.ropewalk.lab.command;

import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.result.Session;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ropewalk lab}: all experiments. */
@Command(
        name = "lab",
        description = "Runs all experiments, shows a table of each, and writes a report with a summary on top.",
        mixinStandardHelpOptions = true)
final class LabSubcommand implements Callable<Integer> {
    private final Catalogue catalogue;

    @Mixin
    private RunOptions options = new RunOptions();

    @Option(
            names = "--resume",
            description = "Goes on with the run of 'lab' or 'lab run' that was interrupted in --out DIR: what it has"
                    + " finished is kept.")
    private boolean resume;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    LabSubcommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Integer call() throws Exception {
        var runner = new PlanRunner(catalogue, spec.commandLine(), options.out);
        if (resume) {
            for (String option : List.of("--size", "--seed", "--per-cell")) {
                if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                    throw new ParameterException(
                            spec.commandLine(),
                            option + " can't be given with --resume: it is that of the interrupted run");
                }
            }
            return runner.resume();
        }
        List<Session.Part> parts = catalogue.experiments().stream()
                .map(Experiment::name)
                .map(name -> new Session.Part(name, List.of(), List.of()))
                .toList();
        return runner.start(options.session(parts));
    }
}
