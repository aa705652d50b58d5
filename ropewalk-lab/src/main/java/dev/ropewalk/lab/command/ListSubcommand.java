package dev.ropewalk.lab.command;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Parameter;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ropewalk lab list}: what there is to run. */
@Command(
        name = "list",
        description = "Tells the experiments, their contenders, parameters and metrics.",
        mixinStandardHelpOptions = true)
final class ListSubcommand implements Callable<Integer> {
    private final Catalogue catalogue;

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            description = "Only these experiments. Default: all.",
            completionCandidates = RunSubcommand.ExperimentNames.class)
    private List<String> names = new ArrayList<>();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    ListSubcommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Integer call() {
        List<Experiment> chosen;
        try {
            chosen = names.isEmpty()
                    ? catalogue.experiments()
                    : names.stream().map(catalogue::get).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        PrintWriter out = spec.commandLine().getOut();
        chosen.forEach(experiment -> print(experiment, out));
        out.flush();
        return 0;
    }

    private static void print(Experiment experiment, PrintWriter out) {
        out.println(experiment.name());
        out.println("  " + experiment.question());
        print("contenders", experiment.contenders(), Contender::name, Contender::description, out);
        print("parameters", experiment.parameters(), Parameter::name, ListSubcommand::describe, out);
        print(
                "metrics",
                experiment.metrics(),
                Metric::name,
                metric -> metric.unit() + ": " + metric.description(),
                out);
        print("cells", List.of(Size.values()), Size::label, size -> cells(experiment, size), out);
        out.println("  tour: " + experiment.tour().reason());
        out.println("    contenders: " + String.join(", ", experiment.tour().contenders()));
        out.println();
    }

    private static String cells(Experiment experiment, Size size) {
        List<Params> cells = experiment.grid(size).cells();
        return cells.size() == 1 ? cells.getFirst().toString() : cells.size() + " cells";
    }

    private static String describe(Parameter parameter) {
        String unit = parameter.unit().isEmpty() ? "" : " in " + parameter.unit();
        return parameter.description() + unit + ": " + parameter.allowed();
    }

    private static <T> void print(
            String title, List<T> items, Function<T, String> name, Function<T, String> description, PrintWriter out) {
        int width = items.stream().map(name).mapToInt(String::length).max().orElse(0);
        out.println("  " + title + ":");
        for (T item : items) {
            out.println("    " + name.apply(item)
                    + " ".repeat(width + 2 - name.apply(item).length()) + description.apply(item));
        }
    }
}
