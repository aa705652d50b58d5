package dev.ropewalk.journal.tool;

import dev.ropewalk.journal.JournalException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What all that is done with a journal has in common: its path, and errors in one line. */
abstract class JournalAction implements Callable<Integer> {
    static final int DAMAGED = 1;
    private static final int UNUSABLE = 2;

    @Parameters(paramLabel = "PATH", description = "The folder of the journal.")
    private Path path = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Does it and returns the exit code. */
    abstract int run(Path journal, PrintWriter out) throws IOException;

    @Override
    public final Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            return run(path, out);
        } catch (JournalException e) {
            return refuse(String.valueOf(e.getMessage()));
        } catch (IOException | UncheckedIOException e) {
            return refuse(String.valueOf(e));
        } finally {
            out.flush();
        }
    }

    /** Returns what is thrown for options that can't be. */
    final ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Says something about the output, beside it. */
    final void warn(String message) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(spec.commandLine().getColorScheme().errorText(message));
        err.flush();
    }

    private int refuse(String message) {
        warn(message.replace('\n', ' '));
        return UNUSABLE;
    }
}
