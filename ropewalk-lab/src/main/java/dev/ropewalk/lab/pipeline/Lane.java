package dev.ropewalk.lab.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One handler of a stage and what it has seen. Contenders call {@link #on} for each of its events, one call after another.
 *
 * <p>All that changes is in one array, with a cache line and its neighbour to spare at both ends, so that handlers on different
 * cores don't disturb each other. The count is written last and released: a thread that reads it may read the checksums.
 */
final class Lane {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int PADDING = 16;
    private static final int HANDLED = PADDING;
    private static final int CHECKSUMS = PADDING + 1;

    private final Role role;
    private final long factor;
    private final long[] state;
    private final @Nullable Histogram latencies;

    /**
     * Makes a handler that has seen nothing.
     *
     * @param latencies gets the time of each event from when it was to be published until it is handled; null for none
     */
    Lane(Role role, int keys, @Nullable Histogram latencies) {
        this.role = role;
        this.latencies = latencies;
        factor = role.factor();
        state = new long[CHECKSUMS + keys + PADDING];
    }

    void on(Event event) {
        int key = CHECKSUMS + event.key;
        state[key] = state[key] * factor + role.value(event);
        if (latencies != null) {
            long nanos = System.nanoTime() - event.time;
            latencies.recordValue(Math.clamp(nanos, 0, latencies.getHighestTrackableValue()));
        }
        LONGS.setRelease(state, HANDLED, state[HANDLED] + 1);
    }

    /** Returns how many events it has seen. */
    long handled() {
        return (long) LONGS.getAcquire(state, HANDLED);
    }

    /** Returns the checksum of the events of a key. */
    long checksum(int key) {
        return state[CHECKSUMS + key];
    }

    @Nullable
    Histogram latencies() {
        return latencies;
    }
}
