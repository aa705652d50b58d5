package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.step.StepKind;

/** A task that belongs to no strand. */
final class TaskParty extends Party {
    private final SchedulerState state;
    private final Runnable task;

    TaskParty(WorldHost host, SchedulerState state, Runnable task, StepKind kind, int resource) {
        super(host.nextPartyNumber());
        this.state = state;
        this.task = task;
        announce(kind, resource);
    }

    @Override
    boolean isTask() {
        return true;
    }

    @Override
    void runTask() {
        state.userCode().run(task);
    }

    @Override
    void taskEnded() {
        state.noteTaskEnded();
    }

    /** Tells the task that it will never run. */
    void abandon() {
        if (task instanceof Abandonable abandonable) {
            abandonable.abandon();
        }
    }

    @Override
    String name() {
        return "task";
    }
}
