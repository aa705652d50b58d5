package dev.ropewalk.sim;

import dev.ropewalk.sim.oracle.HistoryCheck;
import dev.ropewalk.sim.oracle.RecordedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The calls and returns of concurrent operations on one object, to be checked against a {@link SequentialModel}: the history is
 * linearizable if each operation seems to take place at one moment between its call and its return. From Herlihy, Wing:
 * Linearizability: a correctness condition for concurrent objects, TOPLAS 1990.
 *
 * {@snippet class="dev.ropewalk.sim.snippets.OracleSnippets" region="history" :
 * History<Optional<Integer>, Integer> history = new History<>();
 * simulation.start(
 *         "writer",
 *         () -> history.call(Optional.of(1), () -> {
 *             value.set(1);
 *             return 1;
 *         }));
 * simulation.start("reader", () -> history.call(Optional.empty(), value::get));
 * simulation.run();
 * history.check(register);
 * }
 *
 * <p>Thread-safe; of use without a simulation, too.
 *
 * @param <I> what is asked for: the operation with its arguments; its text is shown
 * @param <O> the result
 */
public final class History<I, O> {
    /** So many steps of a model take some seconds. */
    private static final long MAX_STEPS = 5_000_000;

    private final List<Call> calls = new ArrayList<>();
    private int events;

    /** Makes an empty history. */
    public History() {}

    /** What a client of the object does. */
    @FunctionalInterface
    public interface Operation<O, X extends Exception> {
        /** Does it and returns the result. */
        O run() throws X;
    }

    /** An operation that was called and may return. */
    public final class Call {
        private final String client;
        private final I input;
        private final int invoked;
        private @Nullable O output;
        private int returned = RecordedOperation.NEVER;

        private Call(String client, I input) {
            this.client = client;
            this.input = input;
            this.invoked = events++;
        }

        /**
         * Notes that the operation has returned.
         *
         * @param result its result, or null if it has none
         * @throws IllegalStateException if it has returned before
         */
        public void returned(@Nullable O result) {
            synchronized (History.this) {
                if (returned != RecordedOperation.NEVER) {
                    throw new IllegalStateException(
                            input + " of " + client + " has returned " + output + " and can't return " + result);
                }
                output = result;
                returned = events++;
            }
        }

        private RecordedOperation<I, O> recorded() {
            return new RecordedOperation<>(client, input, output, invoked, returned);
        }
    }

    /**
     * Records an operation of the calling thread. If it fails, its effect counts as unknown, as if it had never returned; catch
     * what means that it had no effect, and return it as a result.
     */
    public <X extends Exception> O call(I input, Operation<? extends O, X> operation) throws X {
        Objects.requireNonNull(operation, "operation");
        Call call = begin(Thread.currentThread().getName(), input);
        O result = operation.run();
        call.returned(result);
        return result;
    }

    /**
     * Records the call of an operation that returns elsewhere, such as in a message. A client may have any number of them under
     * way.
     *
     * @param client the column in which reports show it
     */
    public Call begin(String client, I input) {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(input, "input");
        synchronized (this) {
            var call = new Call(client, input);
            calls.add(call);
            return call;
        }
    }

    /** Returns how many operations were called. */
    public synchronized int size() {
        return calls.size();
    }

    /**
     * Checks that the history is linearizable.
     *
     * @throws AssertionError if it isn't; the message shows the operations and how far an order of them goes
     * @throws IllegalStateException if it isn't decided within five million steps of the model
     */
    public <S> void check(SequentialModel<S, I, O> model) {
        check(model, MAX_STEPS);
    }

    /**
     * Checks that the history is linearizable, by at most so many steps of the model.
     *
     * @throws AssertionError if it isn't; the message shows the operations and how far an order of them goes
     * @throws IllegalStateException if it isn't decided within these steps
     */
    public <S> void check(SequentialModel<S, I, O> model, long maxSteps) {
        Objects.requireNonNull(model, "model");
        if (maxSteps <= 0) {
            throw new IllegalArgumentException("maxSteps must be above zero, not " + maxSteps);
        }
        String complaint = HistoryCheck.complaint(model, recorded(), maxSteps);
        if (complaint != null) {
            throw new AssertionError(complaint);
        }
    }

    private synchronized List<RecordedOperation<I, O>> recorded() {
        return calls.stream().map(Call::recorded).toList();
    }
}
