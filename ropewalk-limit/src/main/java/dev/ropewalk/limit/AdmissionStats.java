package dev.ropewalk.limit;

import dev.ropewalk.scheduler.TimeDistribution;
import java.util.Objects;

/**
 * What a limiter, a budget or an executor has admitted, taken while others go on: each figure is right by itself, and all of
 * them once nothing moves.
 *
 * @param name its name
 * @param limit how many may be in flight at once; {@link Long#MAX_VALUE}, shown as none, for a budget, which has no limit
 * @param inFlight how many are
 * @param waiting how many wait to be admitted
 * @param admitted how many have been admitted
 * @param rejected how many were turned away at once, or dropped for others
 * @param expired how many gave up waiting because their time was up
 * @param cancelled how many gave up waiting for another reason: cancelled or interrupted
 * @param waits how long the requests had waited that were admitted after a wait
 */
public record AdmissionStats(
        String name,
        long limit,
        long inFlight,
        long waiting,
        long admitted,
        long rejected,
        long expired,
        long cancelled,
        TimeDistribution waits) {
    public AdmissionStats {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(waits, "waits");
    }

    @Override
    public String toString() {
        return "AdmissionStats[name=" + name + ", limit=" + (limit == Long.MAX_VALUE ? "none" : limit) + ", inFlight="
                + inFlight + ", waiting=" + waiting + ", admitted=" + admitted + ", rejected=" + rejected + ", expired="
                + expired + ", cancelled=" + cancelled + ", waits=" + waits + "]";
    }
}
