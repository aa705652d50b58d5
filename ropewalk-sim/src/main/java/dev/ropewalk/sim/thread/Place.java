package dev.ropewalk.sim.thread;

import org.jspecify.annotations.Nullable;

/** Where simulated code runs: a thread that goes on only when it is told to. */
public abstract class Place {
    private @Nullable Object holder;

    /** Returns the thread that runs here; null if the JDK hasn't told. */
    public abstract @Nullable Thread thread();

    /** Returns what the user of this place has put there. */
    public final @Nullable Object holder() {
        return holder;
    }

    public final void setHolder(@Nullable Object holder) {
        this.holder = holder;
    }
}
