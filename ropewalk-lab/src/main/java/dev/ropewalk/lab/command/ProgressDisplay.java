package dev.ropewalk.lab.command;

import dev.ropewalk.lab.driver.Progress;
import java.io.Console;
import java.io.PrintWriter;
import java.util.Optional;

/** Chooses how progress is shown: a live bar on a terminal, lines when piped. */
final class ProgressDisplay {
    private ProgressDisplay() {}

    static Progress start(String experiment, int cells, PrintWriter err) {
        return isTerminal() ? new BarProgress(experiment, cells) : new LineProgress(experiment, cells, err);
    }

    private static boolean isTerminal() {
        // Without a terminal there is a console or none, as the JDK's console provider pleases.
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
}
