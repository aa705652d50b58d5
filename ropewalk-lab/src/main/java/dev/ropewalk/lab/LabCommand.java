package dev.ropewalk.lab;

import dev.ropewalk.lab.command.RopewalkCommand;

/** The main class of the {@code ropewalk} command. */
public final class LabCommand {
    private LabCommand() {}

    /**
     * Runs the command and ends the JVM with its exit code: 0 for success, 1 if an answer was wrong or an entry of
     * Ropewalk's own failed, 2 for wrong options.
     *
     * @param args as on the command line, without the leading {@code ropewalk}
     */
    public static void main(String[] args) {
        System.exit(RopewalkCommand.run(args));
    }
}
