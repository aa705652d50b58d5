package dev.ropewalk.bench;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a hop costs: two strands of one worker submit to each other in turn. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(3)
public class HopBenchmark {
    private static final int HOPS = 100_000;

    /** With PINNED no preemption of the worker can part the two. */
    @Param({"SOFT", "PINNED"})
    public Placement placement = Placement.SOFT;

    private Scheduler scheduler = Scheduler.create();
    private Party ping = new Party(scheduler.newStrand());
    private Party pong = new Party(scheduler.newStrand());

    @Setup
    public void meet() {
        scheduler.close();
        scheduler = Scheduler.create();
        ping = new Party(scheduler.newStrand(placement, 0));
        pong = new Party(scheduler.newStrand(placement, 0));
        ping.other = pong;
        pong.other = ping;
    }

    @TearDown
    public void part() {
        scheduler.close();
    }

    @Benchmark
    @OperationsPerInvocation(HOPS)
    public void hop() throws InterruptedException {
        var done = new CountDownLatch(1);
        ping.left = HOPS / 2;
        pong.left = HOPS / 2;
        ping.done = done;
        pong.done = done;
        ping.strand.execute(ping);
        done.await();
    }

    private static final class Party implements Runnable {
        private final Strand strand;
        private Party other = this;
        private CountDownLatch done = new CountDownLatch(1);
        private int left;

        Party(Strand strand) {
            this.strand = strand;
        }

        @Override
        public void run() {
            if (--left < 0) {
                done.countDown();
            } else {
                other.strand.execute(other);
            }
        }
    }
}
