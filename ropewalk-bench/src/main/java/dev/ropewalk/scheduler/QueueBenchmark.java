package dev.ropewalk.scheduler;

import dev.ropewalk.scheduler.queue.Inbox;
import dev.ropewalk.scheduler.queue.QueueNode;
import dev.ropewalk.scheduler.queue.WorkDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a worker's queues cost without contention: an item put and taken. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class QueueBenchmark {
    private static final int BEHIND = 16;

    private final WorkDeque deque = filledDeque();
    private final WorkDeque emptyDeque = new WorkDeque();
    private final Inbox inbox = new Inbox();
    private final Node node = new Node();

    private static WorkDeque filledDeque() {
        var deque = new WorkDeque();
        for (int i = 0; i < BEHIND; i++) {
            deque.push(i);
        }
        return deque;
    }

    @Benchmark
    public @Nullable Object dequeNewestOfMany() {
        deque.push(node);
        return deque.pop();
    }

    @Benchmark
    public @Nullable Object dequeOnlyOne() {
        emptyDeque.push(node);
        return emptyDeque.pop();
    }

    @Benchmark
    public @Nullable Object dequeOldest() {
        emptyDeque.push(node);
        return emptyDeque.poll();
    }

    @Benchmark
    public @Nullable Object inbox() {
        inbox.put(node);
        return inbox.poll();
    }

    private static final class Node extends QueueNode {
        @Override
        protected Object item() {
            return this;
        }
    }
}
