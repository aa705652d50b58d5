package dev.ropewalk.micrometer;

import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalStats;
import dev.ropewalk.micrometer.part.Kind;
import dev.ropewalk.micrometer.part.Meters;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.Objects;

/**
 * The meters of a {@link Journal}, {@code ropewalk.journal.*}. It doesn't keep the journal alive.
 */
public final class JournalMetrics extends PartMetrics<Journal> {
    private static final String RECORDS = "records";
    private static final Kind<Journal, JournalStats> KIND = Kind.of(
            "journal",
            Journal::live,
            Journal::stats,
            Meters.<JournalStats>of("ropewalk.journal.")
                    .count(
                            "appended",
                            RECORDS,
                            "The records that were appended since the journal was created",
                            JournalStats::nextIndex)
                    .count(
                            "written",
                            BaseUnits.BYTES,
                            "The bytes that were committed since the journal was created",
                            JournalStats::endPosition)
                    .count(
                            "forced",
                            BaseUnits.BYTES,
                            "The bytes that were forced to the disk since the journal was created",
                            JournalStats::durablePosition)
                    .level(
                            "unforced",
                            BaseUnits.BYTES,
                            "The bytes that are committed and not forced to the disk yet",
                            stats -> Math.max(0, stats.endPosition() - stats.durablePosition()))
                    .level(
                            "kept",
                            RECORDS,
                            "The records that are there",
                            stats -> Math.max(0, stats.nextIndex() - stats.firstIndex()))
                    .level(
                            "segments",
                            BaseUnits.FILES,
                            "The segments that are there",
                            stats -> Math.max(0, stats.lastSegment() - stats.firstSegment() + 1))
                    .level(
                            "poisoned",
                            null,
                            "1 if forcing has failed, so that the journal accepts nothing more; else 0",
                            stats -> stats.isPoisoned() ? 1 : 0));

    /**
     * Makes a binder, which isn't bound yet.
     *
     * @param name the tag {@code name} of all meters
     * @param tags further tags of all meters
     */
    public JournalMetrics(Journal journal, String name, Iterable<Tag> tags) {
        super(KIND, Objects.requireNonNull(journal, "journal"), name, tags);
    }

    static Kind<Journal, JournalStats> kind() {
        return KIND;
    }
}
