package dev.ropewalk.lab.go;

import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a program in Go says of one iteration.
 *
 * @param cpuNanos CPU time of its process
 * @param peakKib the most memory that its process has held, empty where the system doesn't tell
 */
public record GoReply(long nanos, long cpuNanos, long checksum, OptionalLong peakKib) {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double KIB_PER_MIB = 1024;

    static GoReply of(String line) {
        String[] words = line.split(" ", -1);
        return new GoReply(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Long.parseUnsignedLong(words[2], 16),
                words[3].isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(words[3])));
    }

    /** Returns an outcome with the metrics that all experiments have. */
    public Outcome outcome(String answer) {
        var outcome = new Outcome(
                answer,
                Map.of(Metric.TIME.name(), nanos / NANOS_PER_MILLI, Metric.CPU.name(), cpuNanos / NANOS_PER_MILLI));
        return peakKib.isPresent() ? outcome.with(Metric.PEAK_MEMORY, peakKib.getAsLong() / KIB_PER_MIB) : outcome;
    }
}
