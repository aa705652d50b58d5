package dev.ropewalk.demo;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** The command {@code ropewalk cluster}, which does nothing but name its subcommands. */
@Command(
        name = "cluster",
        description = "Runs a cluster of many nodes on this machine, or one node.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DemoSubcommand.class, NodeSubcommand.class})
public final class ClusterCommand {
    /** What it is a part of. */
    @Command(name = "ropewalk")
    private static final class Ropewalk {}

    /** Makes the command. */
    public ClusterCommand() {}

    /** Returns the command with its subcommands. */
    public static CommandLine commandLine() {
        return new CommandLine(new ClusterCommand()).setUsageHelpAutoWidth(true);
    }

    /** Says what is wrong with the options and where the right ones are told, instead of telling all of them. */
    private static int refuse(ParameterException error) {
        CommandLine command = error.getCommandLine();
        command.getErr().println(command.getColorScheme().errorText(String.valueOf(error.getMessage())));
        command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        command.getErr().flush();
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Runs the command as {@code ropewalk} would, and returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return new CommandLine(new Ropewalk())
                .addSubcommand(commandLine())
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler((error, all) -> refuse(error))
                .execute(Stream.concat(Stream.of("cluster"), Stream.of(args)).toArray(String[]::new));
    }

    /**
     * Runs the command and ends the JVM with its exit code.
     *
     * @param args as on the command line, without the leading {@code ropewalk cluster}
     */
    public static void main(String[] args) {
        var out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        System.exit(run(out, new PrintWriter(System.err, true, StandardCharsets.UTF_8), args));
    }
}
