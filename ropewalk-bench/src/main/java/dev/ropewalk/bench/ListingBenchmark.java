package dev.ropewalk.bench;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ProcessScopeBuilder;
import dev.ropewalk.scheduler.Scheduler;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to make a part that is listed: a scope without processes, which leaves when it is closed, and a channel that is
 * forgotten, beside one without a name, which isn't listed.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
@Fork(3)
public class ListingBenchmark {
    private final Scheduler scheduler = Scheduler.create();
    private final ProcessScopeBuilder scopes = ProcessScope.builder(scheduler).name("scope");

    @TearDown
    public void close() {
        scheduler.close();
    }

    @Benchmark
    public void scope() {
        scopes.open().close();
    }

    @Benchmark
    @Threads(2)
    public void scopeInTwoThreads() {
        scopes.open().close();
    }

    @Benchmark
    public Channel<String> channel() {
        return Channel.<String>builder().name("channel").rendezvous();
    }

    @Benchmark
    public Channel<String> channelWithoutName() {
        return Channel.<String>builder().rendezvous();
    }
}
