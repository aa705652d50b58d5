package dev.ropewalk.lab.command;

import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.result.Session;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options of every command that runs experiments. */
final class RunOptions {
    static final long DEFAULT_SEED = 1;
    static final int DEFAULT_CELL_SECONDS = 60;
    private static final int MAX_CELL_SECONDS = 3600;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "tour",
            converter = SizeConverter.class,
            completionCandidates = SizeNames.class,
            description = {
                "How much to run: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
                "smoke: answers, not figures, 20 s an experiment.",
                "tour: one telling cell of each experiment with its strongest rivals, 6 min in all.",
                "quick: a telling corner of the grid, 2 min an experiment.",
                "full: the published sizes and the whole grid, hours: a minute a cell."
            })
    Size size = Size.TOUR;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "lab-report",
            description = "Where NAME.json and report.html go. Default: ${DEFAULT-VALUE}.")
    Path out = Path.of("lab-report");

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "" + DEFAULT_SEED,
            description = "Where all randomness of the workloads comes from. Default: ${DEFAULT-VALUE}.")
    long seed = DEFAULT_SEED;

    @Option(
            names = "--per-cell",
            paramLabel = "N",
            description = {
                "How many seconds a cell of size full takes, about: 1 to " + MAX_CELL_SECONDS + ". Default: "
                        + DEFAULT_CELL_SECONDS + ".",
                "However short it is, no cell is left out: each contender runs at least once in each."
            })
    @Nullable
    Integer cellSeconds;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /**
     * Returns a session with these options that starts at this moment.
     *
     * @throws ParameterException if the options don't fit each other
     */
    Session session(List<Session.Part> parts) throws InterruptedException {
        return new Session(Provenance.now(), size.label(), seed, cellSeconds(), parts);
    }

    private int cellSeconds() {
        if (cellSeconds == null) {
            return DEFAULT_CELL_SECONDS;
        }
        if (size != Size.FULL) {
            throw new ParameterException(
                    command.commandLine(), "--per-cell is for --size full, but the size is " + size.label());
        }
        if (cellSeconds < 1 || cellSeconds > MAX_CELL_SECONDS) {
            throw new ParameterException(
                    command.commandLine(),
                    "--per-cell must be from 1 to " + MAX_CELL_SECONDS + ", but is " + cellSeconds);
        }
        return cellSeconds;
    }

    /** The names of the sizes, for help and shell completion. */
    static final class SizeNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Size.values()).map(Size::label).iterator();
        }
    }

    /** Reads a size. */
    static final class SizeConverter implements ITypeConverter<Size> {
        @Override
        public Size convert(String text) {
            try {
                return Size.of(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
