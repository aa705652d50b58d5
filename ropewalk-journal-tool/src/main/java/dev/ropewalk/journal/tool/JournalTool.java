package dev.ropewalk.journal.tool;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Looks into a journal, also while it is in use: by itself on a server, and as a command of {@code bin/ropewalk}. Its exit codes are 0 for
 * success, 1 for a journal that is damaged, 2 for one that can't be read and for wrong options.
 */
@Command(
        description = "Looks into a journal, also while it is in use, repairs it, and upgrades it.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionOfTool.class,
        synopsisSubcommandLabel = "COMMAND")
public final class JournalTool {
    private JournalTool() {}

    /**
     * Runs the tool and ends the JVM with its exit code.
     *
     * @param args a subcommand and its options
     */
    public static void main(String[] args) {
        System.exit(commandLine("ropewalk-journal").execute(args));
    }

    /**
     * Returns the command with its subcommands.
     *
     * @param name under which it is called
     */
    public static CommandLine commandLine(String name) {
        return new CommandLine(new JournalTool())
                .setCommandName(name)
                .addSubcommand(new InfoSubcommand())
                .addSubcommand(new DumpSubcommand())
                .addSubcommand(new VerifySubcommand())
                .addSubcommand(new TailSubcommand())
                .addSubcommand(new RepairSubcommand())
                .addSubcommand(new UpgradeSubcommand());
    }
}
