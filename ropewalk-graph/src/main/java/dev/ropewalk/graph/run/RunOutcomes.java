package dev.ropewalk.graph.run;

import dev.ropewalk.graph.ActionOutcome;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the actions of a run, in the order in which they end, and who follows that. Nothing is kept for followers but the order: they
 * read outcomes from the slots.
 *
 * <p>No end is missed: it is in the order, or {@code isOver} is set, before followers are looked for; who follows is among them before
 * it looks. All are volatile, so one of the two sees the other.
 */
final class RunOutcomes {
    private final int size;
    private final IntFunction<ActionOutcome> slots;
    private final RunLog log;
    private final EndOrder order;
    private final List<OutcomeSubscription> followers = new CopyOnWriteArrayList<>();

    private @Nullable Throwable collapse; // written before isOver
    private volatile boolean isOver;

    /**
     * Makes the outcomes of a run.
     *
     * @param size how many actions there are
     * @param slots how an action has ended
     */
    RunOutcomes(int size, IntFunction<ActionOutcome> slots, RunLog log, EndOrder order) {
        this.size = size;
        this.slots = slots;
        this.log = log;
        this.order = order;
    }

    /** Returns a publisher by an executor, or by the default one if it is null. */
    Flow.Publisher<ActionOutcome> publisher(@Nullable Executor executor) {
        return subscriber -> {
            Objects.requireNonNull(subscriber, "subscriber");
            new OutcomeSubscription(this, new FlowExecutor(executor), subscriber).begin();
        };
    }

    /** Notes that an action has ended, as its slot says. */
    void add(int action) {
        order.add(action);
    }

    /** Ends what followers get: with a failure if the run has collapsed. */
    void end(@Nullable Throwable collapsed) {
        collapse = collapsed;
        isOver = true;
        tell();
    }

    /** Tells followers that there is something new. */
    void tell() {
        for (OutcomeSubscription follower : followers) {
            follower.signal();
        }
    }

    // For followers

    void follow(OutcomeSubscription follower) {
        followers.add(follower);
    }

    void leave(OutcomeSubscription follower) {
        followers.remove(follower);
    }

    /** Returns whether no action ends any more. */
    boolean isOver() {
        return isOver;
    }

    /** Returns why the run has collapsed, if it is over and has. */
    @Nullable
    Throwable collapse() {
        return collapse;
    }

    /** Returns what {@link EndOrder#after} does. */
    int after(int action) {
        return order.after(action);
    }

    int size() {
        return size;
    }

    /** Returns how an action has ended. */
    ActionOutcome outcome(int action) {
        return slots.apply(action);
    }

    RunLog log() {
        return log;
    }
}
