package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/**
 * What the parts of the conformance suite share. Each part takes the javadoc of one interface, or of one concern in it, sentence
 * by sentence. The JDK's own executors are among the subjects, to show that the checks are right.
 */
@Timeout(60)
public abstract class ExecutorConformance {
    /** No time at all, in as many ways as one can say it. */
    protected static final String NO_TIME = """
            0, NANOSECONDS
            -1, NANOSECONDS
            -1, DAYS
            -9223372036854775808, NANOSECONDS
            -9223372036854775808, DAYS
            """;

    /** Longer than anything takes. */
    protected static final String LONG_TIME = """
            1, DAYS
            9223372036854775806, NANOSECONDS
            9223372036854775807, NANOSECONDS
            9223372036854775807, DAYS
            """;

    /** How long to wait for what must come, on any machine. */
    static final Duration DEADLINE = Duration.ofSeconds(30);

    private static final int THREADS = 2;

    final ExecutorSubject subject;
    final ExecutorService executor;
    private final List<ExecutorService> opened = new ArrayList<>();
    private final List<Gate> gates = new ArrayList<>(); // guarded by itself: tasks make gates, too
    private boolean isDisposed;

    protected ExecutorConformance(ExecutorSubject subject) {
        this.subject = subject;
        this.executor = open();
    }

    @AfterEach
    void dispose() {
        synchronized (gates) {
            isDisposed = true;
            gates.forEach(Gate::open);
        }
        opened.forEach(subject::dispose);
    }

    /** Returns one more executor, of two threads if it has a bound. */
    final ExecutorService open() {
        ExecutorService one = subject.open(THREADS);
        opened.add(one);
        return one;
    }

    final Gate newGate() {
        return added(new Gate());
    }

    final Gate newDeafGate() {
        return added(Gate.deaf());
    }

    private Gate added(Gate gate) {
        synchronized (gates) {
            gates.add(gate);
            if (isDisposed) {
                gate.open();
            }
        }
        return gate;
    }

    /** Returns the future of a task that runs and waits. */
    final Future<?> run(Gate gate) {
        Future<?> future = executor.submit(gate);
        gate.awaitEntered();
        return future;
    }

    /** Has a task run and wait. */
    final void begin(Gate gate) {
        executor.execute(gate);
        gate.awaitEntered();
    }

    /** Occupies all threads, so that whatever else is submitted waits. Not for executors without a bound. */
    final List<Gate> occupy() {
        assumeThat(subject.isBounded()).as("tasks wait").isTrue();
        List<Gate> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Gate gate = newGate();
            executor.execute(gate);
            gate.awaitEntered();
            all.add(gate);
        }
        return all;
    }

    /** Leaves a check out for a subject that is known not to keep a promise. */
    final void unlessKnownToBreak(Promise promise) {
        assumeThat(subject.broken()).as("promises that %s breaks", subject).doesNotContain(promise);
    }

    static <T> T get(Future<T> future) throws Exception {
        return future.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }

    static void await(String what, BooleanSupplier condition) {
        Await.until(what, condition, DEADLINE);
    }

    final boolean awaitTermination() throws InterruptedException {
        return executor.awaitTermination(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }

    /** A call in a thread of its own, what came of it, and whether the thread was interrupted afterwards. */
    static final class Call {
        private final CompletableFuture<Object> outcome = new CompletableFuture<>();
        private final Thread thread;
        private volatile boolean leftInterrupted;

        Call(Callable<?> body) {
            thread = threads().newThread(() -> {
                Object came;
                try {
                    Object result = body.call();
                    came = result == null ? "null" : result;
                } catch (Throwable thrown) {
                    came = thrown;
                }
                leftInterrupted = Thread.currentThread().isInterrupted();
                outcome.complete(came);
            });
            thread.start();
        }

        /** Returns what makes threads where the caller runs: in a simulation it is the simulation's. */
        private static ThreadFactory threads() {
            Scheduler simulated = Steps.simulatedScheduler();
            return simulated == null ? Thread.ofPlatform().factory() : simulated.threadFactory();
        }

        /** Waits until the call waits. */
        Call awaitWaiting() {
            await("the call waits: " + thread, () -> switch (thread.getState()) {
                case WAITING, TIMED_WAITING -> true;
                default -> outcome.isDone();
            });
            return this;
        }

        Call interrupt() {
            thread.interrupt();
            return this;
        }

        /** Returns what the call has returned or thrown. */
        Object outcome() throws Exception {
            return get(outcome);
        }

        boolean hasEnded() {
            return outcome.isDone();
        }

        boolean leftInterrupted() {
            return leftInterrupted;
        }
    }
}
