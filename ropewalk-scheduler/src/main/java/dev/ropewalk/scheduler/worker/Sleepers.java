package dev.ropewalk.scheduler.worker;

import dev.ropewalk.base.CacheLinePadding;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Which workers are parked, as a bitmap, and how many are searching for work to steal.
 *
 * <p>The bitmap is an index to the {@link ParkWord}s, which hold the truth: a bit is set before its worker prepares to park
 * and cleared after it was woken, so a set bit may belong to a worker that is awake already, and no parked worker lacks its
 * bit.
 *
 * <p>Search permits keep wake-ups rare: at most half of the workers search at once, and a waker wakes a sleeper only when
 * no worker searches, because a searcher will find the work. It does so by taking the first permit from zero to one, which
 * only one waker can. The last searcher that finds work wakes the next one; the last that finds none gives its permit back
 * before it looks once more and parks. So between "there is work" and "no worker searches" one always looks again.
 *
 * <p>The permits and their hand-over follow Tokio's scheduler, the bitmap Go's.
 */
public final class Sleepers extends SearchPermits {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    long t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15;

    private final long[] words;
    private final int maxSearchers;

    public Sleepers(int size, int workers) {
        words = new long[(size + 63) / 64];
        maxSearchers = Math.max(1, workers / 2);
    }

    void add(int worker) {
        WORDS.getAndBitwiseOr(words, worker >> 6, 1L << worker);
    }

    void remove(int worker) {
        WORDS.getAndBitwiseAnd(words, worker >> 6, ~(1L << worker));
    }

    /** Returns the first parked worker's number from {@code from} on, or -1. */
    public int next(int from) {
        for (int i = from >> 6; i < words.length; i++) {
            long word = (long) WORDS.getVolatile(words, i);
            if (i == from >> 6) {
                word &= -1L << from;
            }
            if (word != 0) {
                return (i << 6) + Long.numberOfTrailingZeros(word);
            }
        }
        return -1;
    }

    public boolean isEmpty() {
        return next(0) < 0;
    }

    /** Takes a search permit if fewer than half of the workers search. */
    boolean trySearch() {
        int now = searchers;
        return now < maxSearchers && SEARCHERS.compareAndSet(this, now, now + 1);
    }

    /** Takes a search permit if no worker searches, to hand it to a sleeper. */
    public boolean tryFirstSearch() {
        return searchers == 0 && SEARCHERS.compareAndSet(this, 0, 1);
    }

    /** Gives a search permit back; returns whether it was the last. */
    public boolean endSearch() {
        return (int) SEARCHERS.getAndAdd(this, -1) == 1;
    }
}

/** How many workers search, on cache lines of its own. */
abstract class SearchPermits extends CacheLinePadding {
    static final VarHandle SEARCHERS = VarHandles.of(MethodHandles.lookup(), "searchers", int.class);

    volatile int searchers;
}
