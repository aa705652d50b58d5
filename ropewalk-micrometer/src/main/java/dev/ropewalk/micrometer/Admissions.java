package dev.ropewalk.micrometer;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.micrometer.part.Meters;
import java.util.function.Function;

/** The meters of what admits requests or tasks. */
final class Admissions {
    static final String REQUESTS = "requests";

    private Admissions() {}

    /** Returns all but the limit, which not each of them has. */
    static <S> Meters<S> admitted(String prefix, Function<S, AdmissionStats> of) {
        return Meters.<S>of(prefix)
                .level(
                        "active",
                        REQUESTS,
                        "The requests that are in flight",
                        stats -> of.apply(stats).inFlight())
                .level(
                        "waiting",
                        REQUESTS,
                        "The requests that wait to be admitted",
                        stats -> of.apply(stats).waiting())
                .count(
                        "admitted",
                        REQUESTS,
                        "The requests that were admitted",
                        stats -> of.apply(stats).admitted())
                .and(turnedAway(prefix, REQUESTS, of));
    }

    /** Returns what became of the others, and how long those waited that were admitted after a wait. */
    static <S> Meters<S> turnedAway(String prefix, String unit, Function<S, AdmissionStats> of) {
        return Meters.<S>of(prefix)
                .count(
                        "rejected",
                        unit,
                        "Those that were turned away at once, or dropped for others",
                        stats -> of.apply(stats).rejected())
                .count(
                        "expired",
                        unit,
                        "Those that gave up waiting because their time was up",
                        stats -> of.apply(stats).expired())
                .count(
                        "cancelled",
                        unit,
                        "Those that were cancelled or interrupted while they waited",
                        stats -> of.apply(stats).cancelled())
                .waits(
                        "wait",
                        "How long those had waited that were admitted after a wait",
                        stats -> of.apply(stats).waits().count(),
                        stats -> of.apply(stats).waits().total().toNanos());
    }
}
