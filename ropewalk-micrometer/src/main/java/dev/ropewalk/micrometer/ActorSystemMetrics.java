package dev.ropewalk.micrometer;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.micrometer.part.Kind;
import dev.ropewalk.micrometer.part.Meters;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.Objects;

/**
 * The meters of an {@link ActorSystem}, {@code ropewalk.actor.*}, of all its actors together: an actor has none of its own. It doesn't
 * keep the system alive.
 */
public final class ActorSystemMetrics extends PartMetrics<ActorSystem> {
    private static final Kind<ActorSystem, ActorSystemStats> KIND = Kind.of(
            "actor.system",
            ActorSystem::live,
            ActorSystem::stats,
            Meters.<ActorSystemStats>of("ropewalk.actor.")
                    .level("live", "actors", "The actors that there are", ActorSystemStats::actors)
                    .level(
                            "waiting",
                            BaseUnits.MESSAGES,
                            "The messages that wait in all mailboxes",
                            ActorSystemStats::waiting)
                    .count(
                            "processed",
                            BaseUnits.MESSAGES,
                            "The messages that were given to actors",
                            ActorSystemStats::processed)
                    .count("failures", null, "How often an actor has failed", ActorSystemStats::failures)
                    .count(
                            "restarts",
                            null,
                            "How often an actor has gone on with a new behaviour",
                            ActorSystemStats::restarts)
                    .count(
                            "dropped",
                            BaseUnits.MESSAGES,
                            "The messages that full mailboxes have dropped",
                            ActorSystemStats::dropped)
                    .count(
                            "dead.letters",
                            null,
                            "The messages that no actor has handled",
                            ActorSystemStats::deadLetters));

    /**
     * Makes a binder, which isn't bound yet.
     *
     * @param name the tag {@code name} of all meters
     * @param tags further tags of all meters
     */
    public ActorSystemMetrics(ActorSystem system, String name, Iterable<Tag> tags) {
        super(KIND, Objects.requireNonNull(system, "system"), name, tags);
    }

    static Kind<ActorSystem, ActorSystemStats> kind() {
        return KIND;
    }
}
