package dev.ropewalk.micrometer.part;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The live parts of one kind, with their meters in one registry. {@link RegistryFollower} lets one thread at a time in. */
final class KindFollower<P> {
    private static final System.Logger LOG = System.getLogger("dev.ropewalk.micrometer");

    /** How many parts live, and how many of them have no meters. */
    private record Counts(int live, int leftOut) {}

    private static final Meters<Counts> LIVE =
            Meters.<Counts>of("ropewalk.").level("parts", null, "The parts that live in this JVM", Counts::live);
    private static final Meters<Counts> LEFT_OUT = Meters.<Counts>of("ropewalk.")
            .level(
                    "parts.left.out",
                    null,
                    "The parts that live in this JVM and have no meters, because there were too many names",
                    Counts::leftOut);
    private static final Kind<KindFollower<?>, Counts> COUNTED =
            Kind.of("parts", Map::of, follower -> follower.counts, LIVE);
    private static final Kind<KindFollower<?>, Counts> METERED = Kind.of(
            "parts",
            Map::of,
            follower -> follower.counts,
            Meters.<Counts>of("").and(LIVE).and(LEFT_OUT));

    private final Kind<P, ?> kind;
    private final Iterable<Tag> tags;
    private final KnownNames names;
    private final Map<String, PartMeters<?, ?>> metered = new HashMap<>();
    private @Nullable PartMeters<?, ?> ofCounts;
    private boolean hasFailed;

    /** Read by the registry's threads. */
    private volatile Counts counts = new Counts(0, 0);

    KindFollower(Kind<P, ?> kind, Iterable<Tag> tags, int maxNames) {
        this.kind = kind;
        this.tags = tags;
        this.names = new KnownNames("kind " + kind.name(), maxNames);
    }

    /** Does {@link #update}. What fails, such as a module that lacks another one, is logged once, and leaves other kinds their meters. */
    void refresh(MeterRegistry registry) {
        try {
            update(registry);
        } catch (RuntimeException | LinkageError e) {
            warnOnce(e);
        }
    }

    private void warnOnce(Throwable failure) {
        if (!hasFailed) {
            hasFailed = true;
            LOG.log(
                    Level.WARNING,
                    "The meters of each live " + kind.name() + " couldn't be brought up to date",
                    failure);
        }
    }

    /** Removes the meters of parts that are gone, and adds those of parts that have come. */
    private void update(MeterRegistry registry) {
        Map<String, P> parts = kind.live();
        int without = 0;
        if (kind.hasMeters()) {
            metered.entrySet().removeIf(entry -> unbindUnlessOf(entry.getValue(), parts.get(entry.getKey())));
            metered.values().forEach(this::refreshIfPossible);
            for (Map.Entry<String, P> part : parts.entrySet()) {
                without += bindIfPossible(part.getKey(), part.getValue(), registry) ? 0 : 1;
            }
        }
        counts = new Counts(parts.size(), without);
        bindCounts(registry);
    }

    /** Another follower of the same registry may have these meters, until it ends. */
    private void bindCounts(MeterRegistry registry) {
        if (ofCounts == null) {
            Bindings.Bound bound = Bindings.bind(
                    kind.hasMeters() ? METERED : COUNTED,
                    this,
                    registry,
                    Tags.of(tags).and("kind", kind.name()));
            ofCounts = bound.isOwn() ? bound.meters() : null;
        }
    }

    private static boolean unbindUnlessOf(PartMeters<?, ?> meters, @Nullable Object part) {
        if (meters.isOf(part)) {
            return false;
        }
        Bindings.unbind(meters);
        return true;
    }

    private void refreshIfPossible(PartMeters<?, ?> meters) {
        try {
            meters.refresh();
        } catch (RuntimeException | LinkageError e) {
            warnOnce(e);
        }
    }

    /** Returns false if the part has no meters. What fails leaves other parts theirs, and is tried again in the next round. */
    private boolean bindIfPossible(String name, P part, MeterRegistry registry) {
        try {
            return bindUnlessLeftOut(name, part, registry);
        } catch (RuntimeException | LinkageError e) {
            warnOnce(e);
            return false;
        }
    }

    private boolean bindUnlessLeftOut(String name, P part, MeterRegistry registry) {
        if (metered.containsKey(name)) {
            return true;
        }
        if (!names.admit(name)) {
            return false;
        }
        Bindings.Bound bound = Bindings.bind(kind, part, registry, PartMeters.tags(tags, name));
        if (bound.isOwn()) {
            metered.put(name, bound.meters());
        }
        return bound.meters().isOf(part);
    }

    /** Removes all meters. */
    void remove() {
        metered.values().forEach(Bindings::unbind);
        metered.clear();
        if (ofCounts != null) {
            Bindings.unbind(ofCounts);
            ofCounts = null;
        }
    }
}
