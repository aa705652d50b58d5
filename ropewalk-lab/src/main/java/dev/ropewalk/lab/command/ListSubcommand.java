package dev.ropewalk.lab.command;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Parameter;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ropewalk lab list}: what there is to run. */
@Command(
        name = "list",
        description = "Tells the experiments, their contenders, parameters and metrics.",
        mixinStandardHelpOptions = true)
final class ListSubcommand implements Callable<Integer> {
    private final Catalogue catalogue;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    ListSubcommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        catalogue.experiments().forEach(experiment -> print(experiment, out));
        out.flush();
        return 0;
    }

    private static void print(Experiment experiment, PrintWriter out) {
        out.println(experiment.name());
        out.println("  " + experiment.question());
        out.println("  contenders:");
        for (Contender contender : experiment.contenders()) {
            out.printf("    %-16s %s%n", contender.name(), contender.description());
        }
        out.println("  parameters:");
        for (Parameter parameter : experiment.parameters()) {
            String unit = parameter.unit().isEmpty() ? "" : " in " + parameter.unit();
            out.printf("    %-16s %s%s: %s%n", parameter.name(), parameter.description(), unit, parameter.allowed());
        }
        out.println("  metrics:");
        for (Metric metric : experiment.metrics()) {
            out.printf("    %-16s %s: %s%n", metric.name(), metric.unit(), metric.description());
        }
        out.println();
    }
}
