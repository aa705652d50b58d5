package dev.ropewalk.graph.run;

import dev.ropewalk.base.flow.SourceSubscription;
import dev.ropewalk.graph.ActionOutcome;
import dev.ropewalk.scheduler.park.FlowExecutor;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.System.Logger.Level;
import java.util.BitSet;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber to what becomes of the actions of a run. It follows the order in which they end. When the run is over it goes through
 * those that are left, which have never begun. All its fields belong to the steps.
 */
final class OutcomeSubscription extends SourceSubscription<ActionOutcome> {
    private final RunOutcomes outcomes;
    private final FlowExecutor executor;
    private final BitSet given = new BitSet();
    private boolean isFollowing;
    private int last = EndOrder.NONE;

    /** From where on what has never begun is looked for; negative as long as the order is followed. */
    private int rest = -1;

    OutcomeSubscription(
            RunOutcomes outcomes, FlowExecutor executor, Flow.Subscriber<? super ActionOutcome> subscriber) {
        super(subscriber);
        this.outcomes = outcomes;
        this.executor = executor;
    }

    @Override
    protected @Nullable ActionOutcome next() {
        follow();
        boolean isOver = outcomes.isOver(); // then all that have ended are in the order
        int action = rest < 0 ? outcomes.after(last) : EndOrder.NONE;
        if (action != EndOrder.NONE) {
            last = action;
        } else if (isOver) {
            rest = given.nextClearBit(Math.max(rest, 0));
            action = rest;
        } else {
            return null;
        }
        if (action == outcomes.size()) {
            end();
            return null;
        }
        given.set(action);
        return outcomes.outcome(action);
    }

    /** Asks to be told of ends, before the first look for them. Each step that comes after an end gives up what was asked for here. */
    private void follow() {
        if (!isFollowing) {
            isFollowing = true;
            outcomes.follow(this);
        }
    }

    @Override
    protected void lookForEnd() {
        follow();
        if (outcomes.isOver() && given.cardinality() == outcomes.size()) {
            end();
        }
    }

    private void end() {
        Throwable collapse = outcomes.collapse();
        if (collapse == null) {
            complete();
        } else {
            fail(collapse);
        }
    }

    @Override
    protected void release() {
        outcomes.leave(this);
    }

    @Override
    protected void subscriberHasLeft(@Nullable Throwable cause) {}

    @Override
    protected void beforeCall() {
        Steps.before(StepKind.ACCESS, this);
    }

    @Override
    protected void submit(Runnable run) {
        executor.submit(run, this::refuseRun);
    }

    @Override
    protected void report(String what, Throwable thrown) {
        outcomes.log().log(Level.WARNING, () -> what, thrown);
    }

    @Override
    public String toString() {
        return "subscription to a run of a graph";
    }
}
