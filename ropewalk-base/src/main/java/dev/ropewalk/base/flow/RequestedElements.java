package dev.ropewalk.base.flow;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many elements a subscriber has requested and not got. Any thread may add; one at a time takes off.
 *
 * <p>Why it is right: each change is a compare-and-set of one word, so that none is lost. A sum beyond {@code Long.MAX_VALUE} stays
 * there, which means without a bound (rule 3.17), and nothing is taken off from then on.
 */
final class RequestedElements {
    private static final VarHandle COUNT = VarHandles.of(MethodHandles.lookup(), "count", long.class);

    private volatile long count;

    /** Returns how many are requested, without those that another thread is about to add. */
    long count() {
        return count;
    }

    /** Adds a number above zero. */
    void add(long more) {
        long before;
        long sum;
        do {
            before = count();
            sum = before + more;
            if (sum < 0) {
                sum = Long.MAX_VALUE;
            }
        } while (!COUNT.compareAndSet(this, before, sum));
    }

    /**
     * Takes off what was delivered, not more than there is. Returns how many were requested until then: the most since the last time that
     * some were taken off, because the number only grows in between.
     */
    long takeOff(long delivered) {
        long before;
        do {
            before = count();
            if (before == Long.MAX_VALUE) {
                return before;
            }
        } while (!COUNT.compareAndSet(this, before, before - delivered));
        return before;
    }
}
