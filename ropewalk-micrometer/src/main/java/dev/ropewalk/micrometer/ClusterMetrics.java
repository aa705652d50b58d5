package dev.ropewalk.micrometer;

import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterSnapshot;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.micrometer.part.Kind;
import dev.ropewalk.micrometer.part.Meters;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The meters of a {@link Cluster} as one node sees it, {@code ropewalk.cluster.*}: of its members and links together, of what was lost, by the tag {@code reason}, and of the types of entities that it hosts, by the tag {@code type}. Of one node to another there
 * are none: each node that has ever been would be a time series. It doesn't keep the cluster alive.
 */
public final class ClusterMetrics extends PartMetrics<Cluster> {
    private static final String ENTITIES = "entities";
    private static final String MEMBERS = "members";
    private static final String SHARDS = "shards";

    private static final Kind<Cluster, ClusterSnapshot> KIND = Kind.<Cluster, ClusterSnapshot>of(
                    "cluster",
                    Cluster::live,
                    Cluster::snapshot,
                    Meters.<ClusterSnapshot>of("ropewalk.cluster.")
                            .level(
                                    "ready",
                                    null,
                                    "1 if this node is ready for work from outside; else 0",
                                    cluster -> cluster.isReady() ? 1 : 0)
                            .level(
                                    "known",
                                    MEMBERS,
                                    "The members that this node knows of, itself among them",
                                    cluster -> cluster.members().size())
                            .level(
                                    "unreachable",
                                    MEMBERS,
                                    "The members that don't answer",
                                    cluster -> cluster.members().stream()
                                            .filter(member -> !member.isReachable())
                                            .count())
                            .level(
                                    "in.flight",
                                    BaseUnits.MESSAGES,
                                    "The messages to other members that these haven't acknowledged yet",
                                    links(LinkStats::inFlight))
                            .level(
                                    "without.credit",
                                    MEMBERS,
                                    "The members to which no more may be sent until they acknowledge something",
                                    links(link -> link.credit() <= 0 ? 1 : 0))
                            .count(
                                    "redelivered",
                                    BaseUnits.MESSAGES,
                                    "The messages that reliable senders have sent again, each time",
                                    cluster -> cluster.stats().redelivered())
                            .count(
                                    "refused",
                                    "frames",
                                    "The frames that this node has refused",
                                    cluster -> cluster.stats().refusedFrames()))
            .with(
                    "reason",
                    ClusterMetrics::losses,
                    Meters.<Long>of("ropewalk.cluster.")
                            .count(
                                    "lost",
                                    BaseUnits.MESSAGES,
                                    "The messages that this node has found to be lost",
                                    count -> count))
            .with(
                    "type",
                    ClusterMetrics::types,
                    Meters.<TypeFigures>of("ropewalk.cluster.type.")
                            .level("active", ENTITIES, "The entities that live on this node", TypeFigures::active)
                            .level("owned", SHARDS, "The shards that are on this node", TypeFigures::owned)
                            .count(
                                    "started",
                                    ENTITIES,
                                    "The entities that have begun on this node, each time",
                                    TypeFigures::started)
                            .count(
                                    "passivated",
                                    ENTITIES,
                                    "The entities that were passivated on this node, each time",
                                    TypeFigures::passivated)
                            .count(
                                    "stopped",
                                    ENTITIES,
                                    "The entities that have stopped otherwise on this node, each time",
                                    TypeFigures::stopped)
                            .count(
                                    "assigned",
                                    SHARDS,
                                    "The shards that have come to this node, each time",
                                    TypeFigures::assigned)
                            .count(
                                    "handed.over",
                                    SHARDS,
                                    "The shards that this node has handed over to others, each time",
                                    TypeFigures::handedOver));

    /** Of a type, on this node. */
    private record TypeFigures(
            long active, long owned, long started, long passivated, long stopped, long assigned, long handedOver) {}

    /**
     * Makes a binder, which isn't bound yet.
     *
     * @param name the tag {@code name} of all meters
     * @param tags further tags of all meters
     */
    public ClusterMetrics(Cluster cluster, String name, Iterable<Tag> tags) {
        super(KIND, Objects.requireNonNull(cluster, "cluster"), name, tags);
    }

    static Kind<Cluster, ClusterSnapshot> kind() {
        return KIND;
    }

    /** Adds the meters of types that are hosted since it was bound. */
    public void refresh() {
        meters.refresh();
    }

    private static ToDoubleFunction<ClusterSnapshot> links(ToLongFunction<LinkStats> figure) {
        return cluster ->
                cluster.stats().links().values().stream().mapToLong(figure).sum();
    }

    /** Returns how many were lost by each reason, also by those by which none was: a time series should begin at zero. */
    private static Map<String, Long> losses(ClusterSnapshot cluster) {
        var losses = new LinkedHashMap<String, Long>();
        for (Reason reason : Reason.values()) {
            String name = reason.name().toLowerCase(Locale.ROOT);
            losses.put(name, cluster.stats().losses().getOrDefault(reason, 0L));
        }
        return losses;
    }

    private static Map<String, TypeFigures> types(ClusterSnapshot cluster) {
        var types = new LinkedHashMap<String, TypeFigures>();
        cluster.stats().types().forEach((name, type) -> {
            var entities = type.entities();
            types.put(
                    name,
                    new TypeFigures(
                            entities.active(),
                            type.shards().getOrDefault(cluster.self(), 0),
                            entities.started(),
                            entities.passivatedIdle() + entities.passivatedOver() + entities.passivatedAsked(),
                            entities.stopped(),
                            type.assigned(),
                            type.handedOver()));
        });
        return types;
    }
}
