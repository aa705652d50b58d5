package dev.ropewalk.lab.command;

import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.result.Session;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ropewalk lab run}: one experiment. */
@Command(
        name = "run",
        description = "Runs one experiment, shows its table and writes its result and a report.",
        footer = {
            "'ropewalk lab list' tells the experiments, their contenders and parameters.",
            "'ropewalk lab --resume' goes on with a run that was interrupted."
        },
        mixinStandardHelpOptions = true)
final class RunSubcommand implements Callable<Integer> {
    private final Catalogue catalogue;

    @Parameters(paramLabel = "NAME", description = "The experiment.", completionCandidates = ExperimentNames.class)
    private String name = "";

    @Option(
            names = "--contender",
            paramLabel = "N",
            description = "Only this contender takes part; may be given several times.")
    private List<String> contenders = new ArrayList<>();

    @Option(
            names = "--param",
            paramLabel = "K=V",
            description =
                    "The cells have this value of this parameter instead of those of the grid; may be given several"
                            + " times, or with several values: K=V1,V2.")
    private List<String> params = new ArrayList<>();

    @Mixin
    private RunOptions options = new RunOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    RunSubcommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Integer call() throws Exception {
        var part = new Session.Part(name, contenders, params);
        return new PlanRunner(catalogue, spec.commandLine(), options.out).start(options.session(List.of(part)));
    }

    /** The names of the lab's own experiments, for shell completion. */
    static final class ExperimentNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return RopewalkCommand.experiments().stream().map(Experiment::name).iterator();
        }
    }
}
