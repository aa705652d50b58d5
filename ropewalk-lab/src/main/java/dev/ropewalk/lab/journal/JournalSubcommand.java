package dev.ropewalk.lab.journal;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ropewalk journal}: does nothing but name what can be done with a journal. */
@Command(
        name = "journal",
        description = "Looks into a journal, also while it is in use, repairs it, and upgrades it.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class JournalSubcommand {
    private JournalSubcommand() {}

    /** Returns the command with its subcommands. */
    public static CommandLine commandLine() {
        return new CommandLine(new JournalSubcommand())
                .addSubcommand(new InfoSubcommand())
                .addSubcommand(new DumpSubcommand())
                .addSubcommand(new VerifySubcommand())
                .addSubcommand(new TailSubcommand())
                .addSubcommand(new RepairSubcommand())
                .addSubcommand(new UpgradeSubcommand());
    }
}
