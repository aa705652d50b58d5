package dev.ropewalk.bench;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.Select;
import dev.ropewalk.scheduler.Scheduler;
import java.util.Optional;
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

/**
 * What it costs to hand an element over: in one thread, which never waits, and between virtual threads on Ropewalk's workers,
 * where one always waits.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(value = 3, jvmArgsAppend = "--add-opens=java.base/java.lang=ALL-UNNAMED")
public class ChannelBenchmark {
    private static final int ELEMENTS = 100_000;
    private static final String ELEMENT = "element";

    private final Channel<String> left = Channel.buffered(16);
    private final Channel<String> right = Channel.buffered(16);
    private final Select<String> select = selectOf(left, right);

    @Benchmark
    public Optional<String> trySendAndTryReceive() {
        left.trySend(ELEMENT);
        return left.tryReceive();
    }

    @Benchmark
    public String trySendAndSelect() throws InterruptedException {
        right.trySend(ELEMENT);
        return select.select();
    }

    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public void rendezvous(Workers workers) throws InterruptedException {
        Channel<String> channel = Channel.rendezvous();
        workers.run(() -> send(channel, ELEMENTS), () -> repeat(ELEMENTS, channel::receive));
    }

    @Benchmark
    @OperationsPerInvocation(ELEMENTS)
    public void selectOfTwo(Workers workers) throws InterruptedException {
        Channel<String> one = Channel.rendezvous();
        Channel<String> other = Channel.rendezvous();
        Select<String> both = selectOf(one, other);
        workers.run(
                () -> send(one, ELEMENTS / 2), () -> send(other, ELEMENTS / 2), () -> repeat(ELEMENTS, both::select));
    }

    private static Select<String> selectOf(Channel<String> one, Channel<String> other) {
        return Select.<String>fair()
                .receive(one, element -> element)
                .receive(other, element -> element)
                .build();
    }

    private static void send(Channel<String> channel, int elements) throws InterruptedException {
        for (int i = 0; i < elements; i++) {
            channel.send(ELEMENT);
        }
    }

    private static void repeat(int times, Receive receive) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            receive.receive();
        }
    }

    /** Runs bodies in virtual threads of its own. */
    @State(Scope.Benchmark)
    public static class Workers {
        @Param({"1", "2"})
        public int workers = 1;

        private Scheduler scheduler = Scheduler.create();

        @Setup
        public void open() {
            scheduler.close();
            scheduler = Scheduler.builder().workers(workers).build();
        }

        @TearDown
        public void close() {
            scheduler.close();
        }

        void run(Body... bodies) throws InterruptedException {
            var done = new CountDownLatch(bodies.length);
            for (Body body : bodies) {
                scheduler.threadFactory().newThread(() -> run(body, done)).start();
            }
            done.await();
        }

        private static void run(Body body, CountDownLatch done) {
            try {
                body.run();
                done.countDown();
            } catch (InterruptedException e) {
                throw new IllegalStateException("a party was interrupted", e);
            }
        }
    }

    @FunctionalInterface
    interface Body {
        void run() throws InterruptedException;
    }

    @FunctionalInterface
    private interface Receive {
        String receive() throws InterruptedException;
    }
}
