package dev.ropewalk.journal;

import java.io.IOException;
import java.util.List;

/** Runs commands of the system. */
public final class Commands {
    private Commands() {}

    /** Runs it, and fails if it fails. */
    static void run(List<String> command) {
        if (!succeeds(command.toArray(String[]::new))) {
            throw new IllegalStateException("failed: " + String.join(" ", command));
        }
    }

    /** Returns whether it is there and succeeds. */
    public static boolean succeeds(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
