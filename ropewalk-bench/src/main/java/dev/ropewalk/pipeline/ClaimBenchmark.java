package dev.ropewalk.pipeline;

import dev.ropewalk.pipeline.stage.SequencerRace;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Producers that publish event by event to one stage: the LMAX Disruptor, what Ropewalk does, and what it would be with one
 * thing done in another way.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 7, time = 1)
@Fork(3)
public class ClaimBenchmark {
    private static final int EVENTS = 1_200_000;

    /** The parties. */
    public enum Contender {
        DISRUPTOR,
        CHOSEN,
        /** A producer that has lost a race tries again at once. */
        NO_BACK_OFF,
        /** A claim is an addition, which can't fail; a margin of the ring stays empty for those who added too late. */
        GET_AND_ADD,
        /** Each state has a cache line of its own. */
        SPREAD_STATES,
        /** The stage looks for more as soon as it is done. */
        EAGER_STAGE,
        /** A producer that has waited goes on with the first free place. */
        ANY_ROOM,
        /** A producer that waits parks for a nanosecond, which takes about 60 microseconds, instead of yielding. */
        PARKED_PRODUCER
    }

    @Param
    public Contender contender = Contender.CHOSEN;

    @Param({"1024", "65536"})
    public int capacity = 1024;

    @Param({"3", "1"})
    public int producers = 3;

    /** Whether the stage yields while it waits. */
    @Param({"false", "true"})
    public boolean yielding;

    private ClaimRace race = new SequencerRace(contender, capacity, yielding);

    @Setup
    public void open() {
        race = contender == Contender.DISRUPTOR
                ? new DisruptorRace(capacity, yielding)
                : new SequencerRace(contender, capacity, yielding);
    }

    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long publish() throws InterruptedException {
        return race.run(producers, EVENTS / producers);
    }
}
