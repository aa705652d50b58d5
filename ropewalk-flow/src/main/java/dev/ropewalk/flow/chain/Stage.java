package dev.ropewalk.flow.chain;

import org.jspecify.annotations.Nullable;

/**
 * What elements are pushed into: one of a row of fused stages, each of which calls the next, or the end of the row. Its head is the
 * only one that calls {@link #push}, {@link #pause} and {@link #end}, one call at a time. So a stage needs no lock and no fence.
 *
 * <p>Demand isn't counted in the row. The end knows how many elements it wants in all, and each stage before it how many it takes for
 * that; the head never pushes more. A stage makes at most one element of one.
 *
 * <p>What a stage throws reaches the head, which ends the row with it.
 *
 * @param <T> the type of the elements
 */
public abstract class Stage<T> {
    /** Stands for demand without a bound. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    protected Stage() {}

    /**
     * Takes an element.
     *
     * @return whether more may be wanted; once it is false, the head calls nothing any more
     */
    public abstract boolean push(T element);

    /** Is told that nothing may come for a while. */
    public abstract void pause();

    /**
     * Is told that nothing comes any more.
     *
     * @param cause the failure, or null if all went well
     */
    public abstract void end(@Nullable Throwable cause);

    /**
     * Returns how many elements are wanted in all, those included that have come. It only grows. The head has the exact number
     * while it is not within a call; another thread has that one or a smaller.
     */
    public abstract long limit();

    /** Returns the sum of two numbers that aren't negative, or {@link #UNBOUNDED} if it is too large. */
    public static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? UNBOUNDED : sum;
    }
}
