package dev.ropewalk.lab.journal;

import picocli.CommandLine.Command;

/** {@code ropewalk journal}: does nothing but name what can be done with a journal. */
@Command(
        name = "journal",
        description = "Looks into a journal, also while it is in use, and repairs it.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class JournalSubcommand {}
