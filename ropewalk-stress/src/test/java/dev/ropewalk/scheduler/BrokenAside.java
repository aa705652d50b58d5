package dev.ropewalk.scheduler;

import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.worker.Worker;
import org.jspecify.annotations.Nullable;

/** The slot of a {@link Worker} for the strand that stands aside, read and cleared in two steps. */
final class BrokenAside {
    private volatile @Nullable SerialStrand aside;

    void setAside(SerialStrand strand) {
        aside = strand;
    }

    @Nullable
    SerialStrand takeAside() {
        SerialStrand strand = aside;
        aside = null;
        return strand;
    }
}
