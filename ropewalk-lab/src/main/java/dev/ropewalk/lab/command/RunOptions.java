package dev.ropewalk.lab.command;

import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.result.Session;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of every command that runs experiments. */
final class RunOptions {
    static final long DEFAULT_SEED = 1;

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
                "full: the published sizes and the whole grid, hours."
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

    /** Returns a session with these options that starts at this moment. */
    Session session(List<Session.Part> parts) throws InterruptedException {
        return new Session(Provenance.now(), size.label(), seed, parts);
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
