package dev.ropewalk.lab.command;

import dev.ropewalk.demo.ClusterCommand;
import dev.ropewalk.journal.tool.JournalTool;
import dev.ropewalk.lab.affinity.Affinity;
import dev.ropewalk.lab.bugs.PlantedBugs;
import dev.ropewalk.lab.channels.Channels;
import dev.ropewalk.lab.cluster.Clusters;
import dev.ropewalk.lab.cpu.CpuSubcommand;
import dev.ropewalk.lab.executor.EmptyTasks;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.flow.Flows;
import dev.ropewalk.lab.footprint.ActorFootprint;
import dev.ropewalk.lab.graph.Graph;
import dev.ropewalk.lab.limits.Limits;
import dev.ropewalk.lab.limits.Resource;
import dev.ropewalk.lab.locality.Locality;
import dev.ropewalk.lab.locality.LocalityManycore;
import dev.ropewalk.lab.neighbours.Neighbours;
import dev.ropewalk.lab.pi.Pi;
import dev.ropewalk.lab.pipeline.Pipelines;
import dev.ropewalk.lab.ring.Ring;
import dev.ropewalk.lab.savina.Savina;
import dev.ropewalk.lab.shop.AttachSubcommand;
import dev.ropewalk.lab.shop.ConsoleSubcommand;
import dev.ropewalk.lab.simulation.SimulateSubcommand;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The top command, which does nothing but name the others. */
@Command(
        name = "ropewalk",
        description = "Measures Ropewalk, a concurrency library for the JVM, beside its rivals, and the machine below.",
        mixinStandardHelpOptions = true,
        version = "ropewalk 0.1.0",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = GenerateCompletion.class)
public final class RopewalkCommand {
    private RopewalkCommand() {}

    /** Runs the command on the lab's own experiments and returns its exit code. */
    public static int run(String... args) {
        return commandLine(experiments()).execute(args);
    }

    /** Returns the lab's own experiments, in the order in which all are run. */
    static List<Experiment> experiments() {
        return List.of(
                new Locality(),
                new LocalityManycore(),
                new EmptyTasks(),
                new Ring(),
                new Pi(),
                new ActorFootprint(),
                new Savina(),
                new Channels(),
                new Flows(),
                new Pipelines(),
                new Limits(),
                new Resource(),
                new Graph(),
                new Affinity(),
                new Clusters(),
                new Neighbours(),
                new PlantedBugs());
    }

    /** Returns the command on given experiments. */
    static CommandLine commandLine(List<Experiment> experiments) {
        var catalogue = new Catalogue(experiments);
        var lab = new CommandLine(new LabSubcommand(catalogue))
                .addSubcommand(new ListSubcommand(catalogue))
                .addSubcommand(new RunSubcommand(catalogue))
                .addSubcommand(new ReportSubcommand(catalogue));
        return new CommandLine(new RopewalkCommand())
                .addSubcommand(lab)
                .addSubcommand(new CpuSubcommand())
                .addSubcommand(JournalTool.commandLine("journal"))
                .addSubcommand(new SimulateSubcommand())
                .addSubcommand(new ConsoleSubcommand())
                .addSubcommand(new AttachSubcommand())
                .addSubcommand(ClusterCommand.commandLine())
                .setParameterExceptionHandler((error, args) -> refuse(error, catalogue))
                .setUsageHelpAutoWidth(true);
    }

    /** Says what is wrong with the options and where the right ones are told, instead of telling all of them. */
    private static int refuse(ParameterException error, Catalogue catalogue) {
        CommandLine command = error.getCommandLine();
        Optional<String> experiment = experimentWithoutRun(error, catalogue);
        PrintWriter out = command.getErr();
        String text = experiment
                .map(name -> name + " is no command, but an experiment: 'ropewalk lab run " + name + "' runs it")
                .orElseGet(() -> String.valueOf(error.getMessage()));
        out.println(command.getColorScheme().errorText(text));
        if (experiment.isEmpty()) {
            UnmatchedArgumentException.printSuggestions(error, out);
        }
        out.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        out.flush();
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Returns the experiment that was given to {@code lab} as if it were a command. */
    private static Optional<String> experimentWithoutRun(ParameterException error, Catalogue catalogue) {
        if (!(error instanceof UnmatchedArgumentException unmatched)
                || !(error.getCommandLine().getCommand() instanceof LabSubcommand)) {
            return Optional.empty();
        }
        return unmatched.getUnmatched().stream()
                .findFirst()
                .filter(argument -> catalogue.experiments().stream()
                        .anyMatch(known -> known.name().equals(argument)));
    }
}
