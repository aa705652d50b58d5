package dev.ropewalk.bench;

import dev.ropewalk.limit.LimitAlgorithm;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to acquire a permit and to release it, beside the JDK's semaphore: when no other thread wants one, when two
 * threads share enough of them, and when they share a single one and must wait. With {@code -prof gc} it shows what a permit
 * allocates.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
@Fork(3)
public class LimiterBenchmark {
    private static final int ENOUGH = 100;

    private final Semaphore semaphore = new Semaphore(ENOUGH);
    private final Semaphore fairSemaphore = new Semaphore(ENOUGH, true);
    private final Semaphore single = new Semaphore(1);
    private final Semaphore fairSingle = new Semaphore(1, true);
    private final Limiter fixed = Limiter.fixed(ENOUGH).build();
    private final Limiter fixedSingle = Limiter.fixed(1).build();
    private final Limiter adaptive = Limiter.adaptive(new Constant()).build();
    private final Limiter partitioned =
            Limiter.fixed(ENOUGH).partition("live", 0.5).build().partition("live");

    @Benchmark
    public void semaphoreAlone() throws InterruptedException {
        semaphore.acquire();
        semaphore.release();
    }

    @Benchmark
    public void limiterAlone() throws InterruptedException {
        fixed.acquire().close();
    }

    @Benchmark
    public Optional<Permit> limiterTryAlone() {
        Optional<Permit> permit = fixed.tryAcquire();
        permit.ifPresent(Permit::close);
        return permit;
    }

    @Benchmark
    public void adaptiveAlone() throws InterruptedException {
        adaptive.acquire().succeed();
    }

    @Benchmark
    public void partitionedAlone() throws InterruptedException {
        partitioned.acquire().close();
    }

    @Benchmark
    @Threads(2)
    public void semaphoreShared() throws InterruptedException {
        semaphore.acquire();
        semaphore.release();
    }

    @Benchmark
    @Threads(2)
    public void fairSemaphoreShared() throws InterruptedException {
        fairSemaphore.acquire();
        fairSemaphore.release();
    }

    @Benchmark
    @Threads(2)
    public void limiterShared() throws InterruptedException {
        fixed.acquire().close();
    }

    @Benchmark
    @Threads(2)
    public void adaptiveShared() throws InterruptedException {
        adaptive.acquire().succeed();
    }

    @Benchmark
    @Threads(2)
    public void partitionedShared() throws InterruptedException {
        partitioned.acquire().close();
    }

    /** Each pair of handovers parks both threads, as it must without barging. */
    @Benchmark
    @Threads(2)
    public void limiterHandedOver() throws InterruptedException {
        fixedSingle.acquire().close();
    }

    @Benchmark
    @Threads(2)
    public void fairSemaphoreHandedOver() throws InterruptedException {
        fairSingle.acquire();
        fairSingle.release();
    }

    @Benchmark
    @Threads(2)
    public void semaphoreBarged() throws InterruptedException {
        single.acquire();
        single.release();
    }

    /** What the clock costs, of which an adaptive limit needs two readings. */
    @Benchmark
    public long clock() {
        return System.nanoTime();
    }

    private static final class Constant implements LimitAlgorithm {
        @Override
        public int initialLimit() {
            return ENOUGH;
        }

        @Override
        public int update(long now, long roundTripNanos, int inFlight, boolean dropped) {
            return ENOUGH;
        }
    }
}
