package dev.ropewalk.journal.durability;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.base.TimeHistogram;
import dev.ropewalk.journal.JournalPoisonedException;
import dev.ropewalk.journal.event.JournalForceEvent;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.Watermark;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.scheduler.TimeDistribution;
import dev.ropewalk.scheduler.park.Parking;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Forces a journal up to its frontier, and raises the durable watermark. For one thread: the flusher's, or another one that has its
 * own.
 *
 * <p>A failed force is never repeated: the kernel may have dropped the pages and called them clean, and a second one would
 * succeed without them (Rebello et al., "Can Applications Recover from fsync Failures?", 2020). It poisons the journal for
 * all processes.
 */
public final class FrontierForcer {
    private final Watermark watermark;
    private final Machine machine;

    // The last segment that is forced up to its end, the end record included.
    private long forcedEnd = -1;

    // Counting needs no memory: what is forced is made known in any case.
    private final TimeHistogram times = new TimeHistogram();

    public FrontierForcer(Watermark watermark, Machine machine) {
        this.watermark = watermark;
        this.machine = machine;
    }

    /** Returns how long the forces up to the frontier have taken; any thread may ask. */
    TimeDistribution times() {
        return TimeDistribution.of(times);
    }

    /** Returns whether a segment is forced up to its end, the end record included. */
    boolean isEndForced(Segment segment) {
        return forcedEnd == segment.number;
    }

    /**
     * Forces what lies between the durable watermark and the frontier, and raises the watermark.
     *
     * @param ended whether the frontier is at the end of its segment
     */
    void force(Frontier frontier, long durable, boolean ended) {
        Segment segment = frontier.segment();
        // Another process may have come further, while the end record is still this one's to force.
        long from = Math.min(durable - segment.number * segment.bytes, frontier.offset());
        // The header is on the disk before the first record, and once more with the words that are set when it ends.
        boolean header = from <= SegmentLayout.HEADER_BYTES;
        long to = frontier.offset() + (ended ? RecordLayout.HEADER_BYTES : 0);
        JournalForceEvent event = FlightRecorderState.isUsed() ? beginEvent() : null;
        long began = Parking.now();
        forceOrPoison(() -> "the bytes " + from + " to " + to + " of segment " + segment.number, () -> {
            machine.forcer().force(segment, header ? 0 : from, to);
            if (ended && !header) {
                machine.forcer().force(segment, 0, SegmentLayout.HEADER_BYTES);
            }
        });
        times.recordAlone(Parking.now() - began);
        if (event != null) {
            JournalForceEvent.end(event, segment.number, to - from);
        }
        // A process that has failed to write the same pages may have had the only report of it.
        checkPoison();
        watermark.raise(frontier.position());
        if (ended) {
            forcedEnd = segment.number;
            forceOrPoison(() -> "the durable watermark", watermark::force);
        }
    }

    private static @Nullable JournalForceEvent beginEvent() {
        try {
            return JournalForceEvent.begun();
        } catch (Throwable noMemory) {
            return null; // the event is lost, and nothing else
        }
    }

    /** Forces the header of a segment that has begun, unless the durable watermark says that it was forced with the first records. */
    public void forceStart(Segment segment) {
        if (watermark.position() > segment.number * segment.bytes + SegmentLayout.HEADER_BYTES) {
            return;
        }
        checkPoison();
        forceOrPoison(
                () -> "the header of segment " + segment.number,
                () -> machine.forcer().force(segment, 0, SegmentLayout.HEADER_BYTES));
        checkPoison();
    }

    private void forceOrPoison(Supplier<String> what, Runnable force) {
        try {
            force.run();
        } catch (IllegalStateException e) {
            // Unmapped, which is no failure of the disk.
            throw Flusher.closed();
        } catch (OutOfMemoryError e) {
            // Before the disk was asked, so it can be asked again.
            throw e;
        } catch (RuntimeException | Error e) {
            watermark.poison(machine.boot());
            throw new JournalPoisonedException(
                    "forcing " + what.get()
                            + " to the disk has failed: what is durable from there on is uncertain, and the journal"
                            + " takes nothing more until it is repaired",
                    e);
        }
    }

    /** Throws if any process has failed to force the journal. */
    void checkPoison() {
        if (watermark.isPoisoned()) {
            throw new JournalPoisonedException("another process has failed to force the journal to the disk: what is"
                    + " durable from position " + watermark.position() + " on is uncertain");
        }
    }
}
