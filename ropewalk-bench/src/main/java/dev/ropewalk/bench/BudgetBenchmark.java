package dev.ropewalk.bench;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.Resource;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Taking something and giving it back, by one thread that never has to wait for it: a semaphore of the JDK's beside budgets of
 * one and two resources and of one that is measured. {@code waiting} requests wait meanwhile, a large one first and small ones
 * behind it, for a resource that isn't asked for here.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 7, time = 1)
@Fork(3)
public class BudgetBenchmark {
    private static final Demand ONE = Demand.of("calls", 1);
    private static final Demand TWO = ONE.and("memory", 1 << 20);
    private static final Demand MEASURED = Demand.of("measured", 1);

    @Param({"0", "100000"})
    public int waiting;

    private final Semaphore semaphore = new Semaphore(100);
    private final Budget budget = Budget.builder()
            .resource("calls", 100)
            .resource("memory", 1L << 30)
            .resource("disk", 10)
            .build();
    private final Budget measured = Budget.builder()
            .resource(Resource.live("measured", () -> 100, Duration.ofMillis(100)))
            .build();

    /** Lets requests wait for the disk. */
    @Setup(Level.Trial)
    public void queue() throws InterruptedException {
        Grant ignored = budget.acquire(Demand.of("disk", 5));
        for (int i = 0; i < waiting; i++) {
            var future = budget.acquireAsync(Demand.of("disk", i == 0 ? 10 : 1));
            if (future.isDone()) {
                throw new IllegalStateException("it should wait");
            }
        }
    }

    @TearDown(Level.Trial)
    public void close() {
        budget.close();
        measured.close();
    }

    @Benchmark
    public void semaphore() throws InterruptedException {
        semaphore.acquire();
        semaphore.release();
    }

    @Benchmark
    public void oneResource() throws InterruptedException {
        budget.acquire(ONE).close();
    }

    @Benchmark
    public void twoResources() throws InterruptedException {
        budget.acquire(TWO).close();
    }

    @Benchmark
    public void measuredResource() throws InterruptedException {
        measured.acquire(MEASURED).close();
    }
}
