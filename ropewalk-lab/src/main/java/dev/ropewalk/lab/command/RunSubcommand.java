package dev.ropewalk.lab.command;

import dev.ropewalk.lab.driver.Plan;
import dev.ropewalk.lab.experiment.Experiment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ropewalk lab run}: one experiment. */
@Command(
        name = "run",
        description = "Runs one experiment, shows its table and writes its result and a report.",
        footer = "'ropewalk lab list' tells the experiments, their contenders and parameters.",
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
        Experiment experiment = catalogue
                .find(name)
                .orElseThrow(() -> refusal("there is no experiment '" + name + "'; there are " + catalogue.names()));
        Plan plan;
        try {
            plan = new Planner(experiment).plan(options, contenders, params);
        } catch (IllegalArgumentException e) {
            throw refusal(String.valueOf(e.getMessage()));
        }
        return new PlanRunner(catalogue, spec.commandLine()).run(List.of(plan), options.out);
    }

    /** The names of the lab's own experiments, for shell completion. */
    static final class ExperimentNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return RopewalkCommand.experiments().stream().map(Experiment::name).iterator();
        }
    }

    private ParameterException refusal(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
