package dev.ropewalk.journal.durability;

import dev.ropewalk.journal.files.Watermark;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.scheduler.park.Parking;

/**
 * Has segments forced some time after they have ended, where no durability asks for forces, so that a recovery need not scan
 * them. By then the kernel has mostly written them of its own accord, and the force costs little.
 */
public final class EndedSegments implements Maintenance.Task {
    private static final long DELAY_NANOS = 30_000_000_000L;

    private final SegmentStore store;
    private final Watermark watermark;
    private final Flusher flusher;
    private final long delayNanos;

    // What had ended when it was looked at last, as a position.
    private long seen;
    private long seenAt;

    public EndedSegments(SegmentStore store, Watermark watermark, Flusher flusher) {
        this(store, watermark, flusher, DELAY_NANOS);
    }

    public EndedSegments(SegmentStore store, Watermark watermark, Flusher flusher, long delayNanos) {
        this.store = store;
        this.watermark = watermark;
        this.flusher = flusher;
        this.delayNanos = delayNanos;
    }

    @Override
    public long run() {
        if (watermark.isPoisoned()) {
            // By another process: these appenders never wait, so they wouldn't learn of it otherwise.
            flusher.forceSoon(0);
            return NEVER;
        }
        long now = Parking.now();
        if (seen > 0) {
            long left = delayNanos - (now - seenAt);
            if (left > 0) {
                return left;
            }
            if (watermark.position() < seen) {
                flusher.forceSoon(seen);
            }
            seen = 0;
        }
        long ended = store.lastNumber() * store.segmentBytes();
        if (watermark.position() >= ended) {
            return NEVER;
        }
        seen = ended;
        seenAt = now;
        return delayNanos;
    }
}
