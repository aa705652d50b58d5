package dev.ropewalk.journal.flow;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * An appender that one thread at a time uses, and another may close meanwhile.
 *
 * <p>Why it is closed once, and not while it is used. One word says whether it is free, used, or to be closed. A use begins by a compare-and-set
 * from {@code FREE}, so none begins once it is to be closed. Who changes the word to {@code CLOSED} for the first time closes the appender if it was free. If it
 * was used, the end of that use finds the word changed, and closes it: its compare-and-set fails then and only then. What closes it has read
 * the word from the last user, and so sees what that has done.
 */
public final class AppenderHold {
    private static final VarHandle STATE = VarHandles.of(MethodHandles.lookup(), "state", int.class);
    private static final int FREE = 0;
    private static final int USED = 1;
    private static final int CLOSED = 2;

    private final Runnable closing;

    @SuppressWarnings("UnusedVariable") // accessed through STATE
    private int state;

    /** Makes a hold of an appender, given by what closes it. */
    public AppenderHold(Runnable closing) {
        this.closing = closing;
    }

    /** Begins a use, unless the appender is to be closed. Uses don't overlap. */
    public boolean tryUse() {
        return STATE.compareAndSet(this, FREE, USED);
    }

    /** Ends a use. */
    public void endUse() {
        if (!STATE.compareAndSet(this, USED, FREE)) {
            closing.run();
        }
    }

    /** Closes the appender as soon as it isn't used. A second call does nothing. */
    public void close() {
        if ((int) STATE.getAndSet(this, CLOSED) == FREE) {
            closing.run();
        }
    }
}
