package dev.ropewalk.actor.supervision;

import dev.ropewalk.actor.ActorFailure;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.actor.event.ActorFailureEvent;
import dev.ropewalk.actor.support.FailedStop;
import dev.ropewalk.base.FlightRecorderState;
import java.util.List;
import java.util.function.Supplier;

/** Decides for a parent what becomes of a child that has failed, in the parent's strand. */
final class Supervisor {
    private final ActorLife<?> parent;
    private final Supervision supervision;

    Supervisor(ActorLife<?> parent, Supervision supervision) {
        this.parent = parent;
        this.supervision = supervision;
    }

    /**
     * Decides about a failure.
     *
     * @param round in which of the parent's restarts of all children the child had been restarted last when it failed
     */
    void decide(ActorLife<?> child, Throwable cause, int round) {
        if (child.is(ActorLife.STOPPING | ActorLife.STOPPED)) {
            report(child, Directive.STOP, "was stopped meanwhile", cause);
        } else if (child.is(ActorLife.FAILED) && !isCovered(child, round)) {
            carryOut(supervision.directiveFor(cause), child, cause);
        }
    }

    private boolean isCovered(ActorLife<?> child, int round) {
        return supervision.allForOne() && parent.restarts().groupRestarts().covers(child, round);
    }

    private void carryOut(Directive directive, ActorLife<?> child, Throwable cause) {
        switch (directive) {
            case RESUME -> {
                if (child.canResume()) {
                    report(child, directive, "goes on", cause);
                }
                resume(child, cause);
            }
            case RESTART -> restart(child, cause);
            case STOP -> stop(child, "is stopped", cause);
            case ESCALATE -> {
                if (parent.parent == null) {
                    stop(child, "is stopped, since no parent is left to escalate to", cause);
                } else {
                    report(child, directive, "waits for those above", cause);
                    parent.escalate(child, cause);
                }
            }
        }
    }

    /**
     * Lets a child go on after a failure. A child that failed while it was made anew has nothing to go on with, and is restarted.
     */
    void resume(ActorLife<?> child, Throwable cause) {
        if (child.canResume()) {
            child.sendSystem(new SystemMessage.Resume());
        } else {
            restart(child, cause);
        }
    }

    private void restart(ActorLife<?> child, Throwable cause) {
        boolean all = supervision.allForOne();
        RestartHistory history = all
                ? parent.restarts().groupRestarts().history
                : child.restarts().ownRestarts();
        if (!history.add(supervision, parent.system().scheduler().nanoTime())) {
            stop(
                    child,
                    "is stopped after " + supervision.restartLimit() + " restarts within "
                            + supervision.restartWindow(),
                    cause);
            return;
        }
        report(child, Directive.RESTART, "is restarted", cause);
        long delay = history.addDelay(
                supervision.backoff(), parent.system().scheduler().random().nextDouble());
        List<? extends ActorLife<?>> concerned = concerned(child);
        int round = all ? parent.restarts().groupRestarts().begin(concerned) : 0;
        concerned.forEach(
                each -> each.sendSystem(new SystemMessage.Restart(cause, round, delay, supervision.keepStash())));
    }

    private void stop(ActorLife<?> child, String decision, Throwable cause) {
        report(child, Directive.STOP, decision, cause);
        FailedStop.note(child.system(), child, child.restartCount(), decision, cause);
        concerned(child).forEach(each -> each.sendSystem(new SystemMessage.Stop()));
    }

    private List<? extends ActorLife<?>> concerned(ActorLife<?> child) {
        return supervision.allForOne() ? parent.childList() : List.of(child);
    }

    /** Makes a decision known, before it is carried out. What goes wrong here doesn't keep it from that. */
    private static void report(ActorLife<?> child, Directive directive, String decision, Throwable cause) {
        try {
            tell(child, directive, decision, cause);
        } catch (Throwable thrown) {
            child.system().raise(thrown);
        }
    }

    private static void tell(ActorLife<?> child, Directive directive, String decision, Throwable cause) {
        Supplier<String> text = () -> child.shownPath() + " failed and " + decision;
        if (directive == Directive.STOP) {
            child.system().logStop(text, cause);
        } else {
            child.system().logFailure(text, cause);
        }
        child.system().events().publish(new ActorFailure(child, cause, directive));
        if (FlightRecorderState.isUsed()) {
            record(child, cause, directive);
        }
    }

    private static void record(ActorLife<?> child, Throwable cause, Directive directive) {
        try {
            ActorFailureEvent.record(child.path(), cause, directive.name());
        } catch (Throwable lost) {
            return; // for want of memory, or by what the failure's message throws
        }
    }
}
