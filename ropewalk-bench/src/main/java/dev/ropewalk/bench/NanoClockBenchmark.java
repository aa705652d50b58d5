package dev.ropewalk.bench;

import dev.ropewalk.cpu.CachedNanoClock;
import dev.ropewalk.cpu.NanoClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a reading of each clock costs. Where there is no time stamp counter, {@code tsc} is the system's clock. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(value = 3, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class NanoClockBenchmark {
    private final NanoClock system = NanoClock.system();
    private final NanoClock tsc = NanoClock.tsc();
    private final CachedNanoClock cached = NanoClock.cached(Duration.ofMillis(1));

    @TearDown
    public void stop() {
        cached.close();
    }

    @Benchmark
    public long jdk() {
        return System.nanoTime();
    }

    @Benchmark
    public long system() {
        return system.nanoTime();
    }

    @Benchmark
    public long tsc() {
        return tsc.nanoTime();
    }

    @Benchmark
    public long cached() {
        return cached.nanoTime();
    }
}
