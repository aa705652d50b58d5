package dev.ropewalk.console.view;

import dev.ropewalk.console.web.Query;
import dev.ropewalk.observe.HealthOptions;
import java.time.Duration;

/** From where on a page wants to be warned: its query, and the defaults for what it doesn't say. */
final class Thresholds {
    private static final int MOST = 1_000_000_000;
    private static final int MEBIBYTE_SHIFT = 20;
    private static final HealthOptions DEFAULTS = HealthOptions.defaults();

    private Thresholds() {}

    static HealthOptions of(Query query) {
        return DEFAULTS.queueLength(number(query, "queueLength", DEFAULTS.queueLength()))
                .restarts(number(query, "restarts", DEFAULTS.restarts()))
                .deadLetters(number(query, "deadLetters", DEFAULTS.deadLetters()))
                .limitFloor(number(query, "limitFloor", DEFAULTS.limitFloor()))
                .moves(number(query, "moves", DEFAULTS.moves()))
                .durableLagBytes(
                        number(query, "lagMebibytes", DEFAULTS.durableLagBytes() >> MEBIBYTE_SHIFT) << MEBIBYTE_SHIFT)
                .slowForce(Duration.ofMillis(
                        number(query, "forceMillis", DEFAULTS.slowForce().toMillis())))
                .waitAfter(Duration.ofSeconds(
                        number(query, "waitSeconds", DEFAULTS.waitAfter().toSeconds())));
    }

    private static long number(Query query, String name, long otherwise) {
        return query.number(name, Math.toIntExact(otherwise), 1, MOST);
    }
}
