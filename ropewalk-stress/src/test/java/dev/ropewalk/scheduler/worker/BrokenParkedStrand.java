package dev.ropewalk.scheduler.worker;

import dev.ropewalk.scheduler.strand.SerialStrand;
import org.jspecify.annotations.Nullable;

/** The slot of a {@link Worker} for the strand that stands parkedStrand, read and cleared in two steps. */
final class BrokenParkedStrand {
    private volatile @Nullable SerialStrand parkedStrand;

    void parkStrand(SerialStrand strand) {
        parkedStrand = strand;
    }

    @Nullable
    SerialStrand takeParkedStrand() {
        SerialStrand strand = parkedStrand;
        parkedStrand = null;
        return strand;
    }
}
