package dev.ropewalk.actor;

import java.lang.System.Logger.Level;
import java.util.List;

/** Decides for a parent what becomes of a child that has failed, in the parent's strand. */
final class Supervisor {
    private final Cell<?> parent;
    private final Supervision supervision;

    Supervisor(Cell<?> parent, Supervision supervision) {
        this.parent = parent;
        this.supervision = supervision;
    }

    void decide(Cell<?> child, Throwable cause) {
        if (!child.is(Cell.FAILED)) {
            return;
        }
        List<? extends Cell<?>> concerned = supervision.isAllForOne() ? parent.childList() : List.of(child);
        Directive directive = supervision.directiveFor(cause);
        switch (directive) {
            case RESUME -> {
                log(child, "goes on", cause);
                child.order(new Control.Resume());
            }
            case RESTART -> restart(child, concerned, cause);
            case STOP -> {
                log(child, "is stopped", cause);
                stop(concerned);
            }
            case ESCALATE -> {
                if (parent.parent == null) {
                    log(child, "is stopped, since nobody is left to escalate to", cause);
                    stop(concerned);
                } else {
                    parent.escalate(child, cause);
                }
            }
        }
    }

    private void restart(Cell<?> child, List<? extends Cell<?>> concerned, Throwable cause) {
        Cell<?> counted = supervision.isAllForOne() ? parent : child;
        RestartHistory history = history(counted);
        if (!history.add(supervision, parent.system.scheduler().nanoTime())) {
            log(
                    child,
                    "is stopped after " + supervision.restartLimit() + " restarts within " + supervision.window(),
                    cause);
            stop(concerned);
            return;
        }
        log(child, "is restarted", cause);
        long delay = history.delayNanos(
                supervision.backoff(), parent.system.scheduler().random().nextDouble());
        concerned.forEach(each -> each.order(new Control.Restart(cause, delay, supervision.keepsStash())));
    }

    private static <M> RestartHistory history(Cell<M> cell) {
        Rare<M> rare = cell.rare();
        if (rare.restarts == null) {
            rare.restarts = new RestartHistory();
        }
        return rare.restarts;
    }

    private static void stop(List<? extends Cell<?>> concerned) {
        concerned.forEach(each -> each.order(new Control.Stop()));
    }

    private static void log(Cell<?> child, String decision, Throwable cause) {
        child.system.log(Level.WARNING, child.path() + " failed and " + decision, cause);
    }
}
