package dev.ropewalk.base;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether somebody has asked lately for what costs something to record. What is asked for is recorded for a minute more. Thread-safe; reading costs
 * a plain load, so that a thread may see the change a moment late.
 */
public final class Demand {
    private static final VarHandle WANTED = VarHandles.of(MethodHandles.lookup(), "wanted", boolean.class);
    private static final long NANOS = 60_000_000_000L;

    private boolean wanted;
    private volatile long end;

    /** Asks, at a time of a monotonic clock in nanoseconds. */
    public void ask(long now) {
        end = now + NANOS;
        WANTED.setVolatile(this, true);
    }

    /** Returns whether to record. */
    public boolean isWanted() {
        return wanted;
    }

    /** Notes what time it is, where it is known anyway: after a minute without a question nothing is wanted any more. */
    public void passed(long now) {
        if (wanted && now - end > 0) {
            WANTED.setVolatile(this, false);
            // Either this sees who has asked meanwhile, or what he has set comes after the line above.
            if (now - end <= 0) {
                WANTED.setVolatile(this, true);
            }
        }
    }
}
