package dev.ropewalk.graph.run;

import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.ActionResult;
import dev.ropewalk.graph.GraphSnapshot;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has become of each action of a run, one reference an action: null while it waits for dependencies or resources, a {@link
 * Mark}, or, when it has succeeded, its value itself.
 *
 * <p>A slot has one writer at a time. Threads that end dependencies may mark it as skipped, each before it counts its dependency
 * down; then it belongs to the thread that starts the action, and to the attempt. Two of them may want the same slot at once in
 * two cases, and decide by compare-and-set: which failure is named as the cause, and whether a back-off ends or is cancelled.
 * Writes are releases and reads acquires, so that a thread that reads a value sees what it refers to.
 */
final class Slots {
    private static final int MOST_NAMED = 100;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Object[].class);

    /** What isn't a value. Users can't implement it; a value that is one all the same, or null, is wrapped. */
    interface Mark {}

    private record Wrapped(@Nullable Object value) implements Mark {}

    /** The action has failed, after so many attempts. */
    record Failure(Throwable error, int attempts) implements Mark {}

    /** The action won't run because another has failed. */
    record Skipped(Action<?> culprit) implements Mark {}

    /** The action will be tried again after so many attempts. */
    record Again(int attempts) implements Mark {}

    /** The action was interrupted, or could have run, when the run was stopped. */
    enum Cancelled implements Mark {
        CANCELLED
    }

    private final @Nullable Object[] slots;

    Slots(int actions) {
        slots = new @Nullable Object[actions];
    }

    int size() {
        return slots.length;
    }

    @Nullable
    Object get(int action) {
        return ELEMENT.getAcquire(slots, action);
    }

    /** Reads a slot after what the caller wrote last, in the order that all threads agree on. */
    @Nullable
    Object getVolatile(int action) {
        return ELEMENT.getVolatile(slots, action);
    }

    void set(int action, Object mark) {
        ELEMENT.setRelease(slots, action, mark);
    }

    /** Sets a mark before what the caller reads next, in the order that all threads agree on. */
    void setVolatile(int action, Mark mark) {
        ELEMENT.setVolatile(slots, action, mark);
    }

    boolean replace(int action, @Nullable Object expected, Mark mark) {
        return ELEMENT.compareAndSet(slots, action, expected, mark);
    }

    /** Returns what a slot holds for a value. */
    static Object ofValue(@Nullable Object value) {
        return value == null || value instanceof Mark ? new Wrapped(value) : value;
    }

    static boolean isValue(@Nullable Object slot) {
        return slot != null && (!(slot instanceof Mark) || slot instanceof Wrapped);
    }

    /** Returns the value that a slot holds, null if that is what the action's own body has returned. */
    @SuppressWarnings({"unchecked", "NullAway", "TypeParameterUnusedInFormals"
    }) // of the type that the action has been declared with
    static <T extends @Nullable Object> T valueOf(Object slot) {
        return (T) (slot instanceof Wrapped wrapped ? wrapped.value() : slot);
    }

    /** Returns how an action has ended; what hasn't, in a run that is over, never will. */
    <T extends @Nullable Object> ActionResult<T> result(int action) {
        return switch (get(action)) {
            case Failure(Throwable error, int attempts) -> ActionResult.failed(error, attempts);
            case Skipped(Action<?> culprit) -> ActionResult.skipped(culprit);
            case Object slot when isValue(slot) -> ActionResult.succeeded(valueOf(slot));
            case null, default -> ActionResult.cancelled();
        };
    }

    /**
     * Counts what has become of the actions so far.
     *
     * @param isOver whether the run has ended, so that what hasn't begun by now never will
     */
    GraphSnapshot snapshot(Map<String, Integer> waitingFor, boolean isOver) {
        List<GraphSnapshot.Running> runningNow = new ArrayList<>();
        int succeeded = 0;
        int failed = 0;
        int skipped = 0;
        int cancelled = 0;
        int running = 0;
        int backingOff = 0;
        int notBegun = 0;
        for (int action = 0; action < size(); action++) {
            switch (get(action)) {
                case null -> notBegun++;
                case Attempt attempt -> {
                    running++;
                    if (running <= MOST_NAMED) {
                        runningNow.add(attempt.shown());
                    }
                }
                case RetryDelay delay -> backingOff++;
                case Failure failure -> failed++;
                case Skipped skip -> skipped++;
                case Cancelled mark -> cancelled++;
                case Again again -> notBegun++;
                default -> succeeded++;
            }
        }
        if (isOver) {
            cancelled += notBegun;
        }
        return new GraphSnapshot(
                size(), succeeded, failed, skipped, cancelled, running, backingOff, waitingFor, runningNow);
    }

    /** Returns the attempts that go on. */
    List<Attempt> running() {
        List<Attempt> running = new ArrayList<>();
        for (int action = 0; action < size(); action++) {
            if (get(action) instanceof Attempt attempt) {
                running.add(attempt);
            }
        }
        return running;
    }
}
