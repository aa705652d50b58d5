package dev.ropewalk.micrometer;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.micrometer.part.Kind;
import dev.ropewalk.micrometer.part.Meters;
import io.micrometer.core.instrument.Tag;
import java.util.Objects;

/**
 * The meters of a {@link Limiter}, {@code ropewalk.limiter.*}. A view of one of its partitions has meters of its own if it is bound, under
 * a name of its own. It doesn't keep the limiter alive.
 */
public final class LimiterMetrics extends PartMetrics<Limiter> {
    private static final Kind<Limiter, AdmissionStats> KIND = Kind.of(
            "limiter",
            Limiter::live,
            Limiter::stats,
            Meters.<AdmissionStats>of("ropewalk.limiter.")
                    .level("limit", Admissions.REQUESTS, "How many may be in flight at once", AdmissionStats::limit)
                    .and(Admissions.admitted("ropewalk.limiter.", stats -> stats)));

    /**
     * Makes a binder, which isn't bound yet.
     *
     * @param name the tag {@code name} of all meters
     * @param tags further tags of all meters
     */
    public LimiterMetrics(Limiter limiter, String name, Iterable<Tag> tags) {
        super(KIND, Objects.requireNonNull(limiter, "limiter"), name, tags);
    }

    static Kind<Limiter, AdmissionStats> kind() {
        return KIND;
    }
}
