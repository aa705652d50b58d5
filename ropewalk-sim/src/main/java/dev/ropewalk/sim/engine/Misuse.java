package dev.ropewalk.sim.engine;

/** What code is told that uses a world as it mustn't. */
final class Misuse {
    private Misuse() {}

    /** Something was used after its run. */
    static IllegalStateException late(Object used) {
        return new IllegalStateException(used + " of a simulation belongs to a run that has ended; make"
                + " what the code under test uses anew in each run, from the Simulation that the body is given");
    }

    /** Something was used by a thread of which the world knows nothing. */
    static IllegalStateException foreign(Object used) {
        return new IllegalStateException(used + " of a simulation was used by " + Thread.currentThread()
                + ", which the simulation doesn't control; start threads by the simulation's scheduler");
    }

    /** A condition, which must only look, waits. */
    static IllegalStateException waiting(Object blocker) {
        return new IllegalStateException("a condition of a simulation waits for " + blocker + "; it must only look");
    }

    /** The code of a party can't be stopped where it is. */
    static IllegalStateException pinned(Party party) {
        return new IllegalStateException(
                party + " can't be stopped here, because a class initializer or native code has called its code;"
                        + " let the class be initialized before the simulation");
    }
}
