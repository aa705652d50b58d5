package dev.ropewalk.scheduler.worker;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How much one worker has taken from which other. Only that worker counts; any thread reads. A count is written with opaque mode, which
 * costs the worker a plain store and shows a recent value.
 *
 * <p>The array reaches as far as the worker has stolen. It is replaced by a longer one when a worker with a higher number, a spare one for
 * instance, is stolen from. That is a copy by the only thread that counts, published with release, so no count is lost.
 */
final class StealCounts {
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle COUNTS = VarHandles.of(MethodHandles.lookup(), "counts", long[].class);

    private long[] counts = {};

    /** Counts items that were taken from a worker. Where there is no memory for the count of a worker, it isn't counted. */
    void add(int victim, int items) {
        if (victim < counts.length || growTo(victim)) {
            COUNT.setOpaque(counts, victim, counts[victim] + items);
        }
    }

    private boolean growTo(int victim) {
        try {
            COUNTS.setRelease(this, Arrays.copyOf(counts, Math.max(victim + 1, 2 * counts.length)));
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** Returns the counts by the victims' numbers, up to the last one that was stolen from. */
    List<Long> snapshot() {
        long[] now = (long[]) COUNTS.getAcquire(this);
        int victims = now.length;
        while (victims > 0 && (long) COUNT.getOpaque(now, victims - 1) == 0) {
            victims--;
        }
        List<Long> each = new ArrayList<>(victims);
        for (int i = 0; i < victims; i++) {
            each.add((long) COUNT.getOpaque(now, i));
        }
        return each;
    }
}
