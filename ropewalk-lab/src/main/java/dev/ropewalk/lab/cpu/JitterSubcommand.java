package dev.ropewalk.lab.cpu;

import dev.ropewalk.cpu.CpuPinning;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.NanoClock;
import dev.ropewalk.cpu.PinningUnavailableException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ropewalk cpu jitter}: what holds up a thread that never stops. */
@Command(
        name = "jitter",
        description = "Spins on a clock and tells the gaps: interrupts, other threads, the host of a virtual machine.",
        mixinStandardHelpOptions = true)
final class JitterSubcommand implements Callable<Integer> {
    private static final long MIN_DURATION = 1_000_000;
    private static final long MAX_DURATION = 3_600_000_000_000L;
    private static final long MIN_THRESHOLD = 100;
    private static final long MAX_THRESHOLD = 1_000_000_000;

    @Option(names = "--cpu", paramLabel = "N", description = "Pins the thread to this CPU. Default: it isn't pinned.")
    private @Nullable Integer cpu;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = NanosConverter.class,
            description = "How long to sample, from 1ms to 60m. Default: ${DEFAULT-VALUE}.")
    private long duration = MIN_DURATION;

    @Option(
            names = "--threshold",
            paramLabel = "TIME",
            defaultValue = "1us",
            converter = NanosConverter.class,
            description = "How long a gap must be to count, from 100ns to 1s. Default: ${DEFAULT-VALUE}.")
    private long threshold = MIN_THRESHOLD;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        if (duration < MIN_DURATION || duration > MAX_DURATION) {
            throw refusal("--duration must be from 1ms to 60m, but is " + duration + "ns");
        }
        if (threshold < MIN_THRESHOLD || threshold > MAX_THRESHOLD) {
            throw refusal("--threshold must be from 100ns to 1s, but is " + threshold + "ns");
        }
        if (cpu == null) {
            print("not pinned", sample());
        } else {
            try (CpuPinning pinning = pin(cpu)) {
                print("pinned to CPU " + pinning.cpus(), sample());
            }
        }
        return 0;
    }

    private Jitter sample() {
        return new JitterSampler(NanoClock.tsc(), threshold).sample(duration);
    }

    private CpuPinning pin(int number) {
        try {
            return CpuPinning.pin(CpuSet.of(number));
        } catch (IllegalArgumentException | PinningUnavailableException e) {
            throw refusal("--cpu: " + e.getMessage());
        }
    }

    private void print(String where, Jitter jitter) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(where + ", by " + NanoClock.tsc()
                + NanoClock.tscUnavailableReason()
                        .map(reason -> " (" + reason + ")")
                        .orElse(""));
        jitter.lines().forEach(out::println);
        out.flush();
    }

    private ParameterException refusal(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
