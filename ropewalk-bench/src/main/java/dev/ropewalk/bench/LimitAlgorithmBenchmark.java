package dev.ropewalk.bench;

import dev.ropewalk.limit.AimdLimit;
import dev.ropewalk.limit.GradientLimit;
import dev.ropewalk.limit.LimitAlgorithm;
import dev.ropewalk.limit.VegasLimit;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a limiter pays for an adaptive limit: one update after a round trip, with its share of the decisions. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class LimitAlgorithmBenchmark {
    private static final long ROUND_TRIP_NANOS = 1_000_000;

    private final LimitAlgorithm aimd = AimdLimit.builder().build();
    private final LimitAlgorithm vegas = VegasLimit.builder().build();
    private final LimitAlgorithm gradient = GradientLimit.builder().build();
    private long now;
    private int limit = 20;

    @Benchmark
    public int aimd() {
        return update(aimd);
    }

    @Benchmark
    public int vegas() {
        return update(vegas);
    }

    @Benchmark
    public int gradient() {
        return update(gradient);
    }

    /** Round trips differ by half, and the limit is always reached. */
    private int update(LimitAlgorithm algorithm) {
        now += 1000;
        long mixed = now * 0x9E37_79B9_7F4A_7C15L;
        limit = algorithm.update(now, ROUND_TRIP_NANOS + (mixed >>> 45), limit, false);
        return limit;
    }
}
