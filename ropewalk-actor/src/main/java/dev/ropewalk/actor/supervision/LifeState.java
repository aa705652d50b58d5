package dev.ropewalk.actor.supervision;

/**
 * In which state of its life an actor is, and its number among its siblings, in one field, since an idle actor should be small.
 * Written by the actor's strand alone, and before it begins by the thread that spawns it; read by any thread.
 */
public abstract class LifeState {
    public static final int FAILED = 1;
    public static final int SUSPENDED = 2;
    public static final int RESTARTING = 4;
    public static final int STOPPING = 8;
    public static final int STOPPED = 16;

    private static final int ALL = 31;
    private static final int NUMBER_SHIFT = 5;

    private volatile int stateAndNumber;

    public final boolean is(int states) {
        return (stateAndNumber & states) != 0;
    }

    public final boolean isStopped() {
        return is(STOPPED);
    }

    /** Returns whether messages are to be handled. */
    protected final boolean isAble() {
        return !is(ALL);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // there is one writer
    protected final void mark(int states) {
        stateAndNumber |= states;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // there is one writer
    protected final void unmark(int states) {
        stateAndNumber &= ~states;
    }

    /** Sets the number, before the actor begins. */
    final void number(int number) {
        stateAndNumber = number << NUMBER_SHIFT;
    }

    final int number() {
        return stateAndNumber >>> NUMBER_SHIFT;
    }

    /** Returns whether this actor is younger than a sibling; wrong only after a hundred million siblings. */
    final boolean isYoungerThan(LifeState sibling) {
        return (stateAndNumber & ~ALL) - (sibling.stateAndNumber & ~ALL) > 0;
    }
}
