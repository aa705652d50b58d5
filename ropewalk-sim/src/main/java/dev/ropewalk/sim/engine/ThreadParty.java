package dev.ropewalk.sim.engine;

import dev.ropewalk.sim.thread.Place;

/** A thread of a world, which may block as it likes. */
final class ThreadParty extends Party {
    private final Place home;

    ThreadParty(int number, Place home) {
        super(number);
        this.home = home;
        this.place = home;
        home.setHolder(this);
    }

    @Override
    boolean isTask() {
        return false;
    }

    @Override
    void runTask() {
        throw new IllegalStateException(this + " is no task");
    }

    @Override
    void taskEnded() {
        throw new IllegalStateException(this + " is no task");
    }

    @Override
    String name() {
        Thread thread = home.thread();
        String name = thread == null ? "" : thread.getName();
        return name.isEmpty() ? "thread" : name;
    }
}
