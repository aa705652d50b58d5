package dev.ropewalk.observe.part;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * How the live parts of a kind are found and asked.
 *
 * @param live lists them by name, in order
 * @param snapshot asks one
 */
record LiveParts<P, S>(Supplier<? extends Map<String, ? extends P>> live, Function<? super P, ? extends S> snapshot) {
    /** Returns how parts are found of which there are none. */
    static <S> LiveParts<Object, S> none() {
        return listedBy(Map::of);
    }

    /** Returns how parts are found that can't be listed. */
    static <S> LiveParts<Object, S> unlisted(Error reason) {
        return listedBy(() -> {
            throw reason;
        });
    }

    private static <S> LiveParts<Object, S> listedBy(Supplier<Map<String, Object>> live) {
        return new LiveParts<>(live, part -> {
            throw new IllegalStateException("there is no " + part);
        });
    }

    /** Returns the snapshots by name. What fails is noted under the name of the kind, unless its part has ended since it was listed. */
    Map<String, S> snapshots(String kind, UnreadableParts unreadable) {
        Map<String, S> snapshots = new LinkedHashMap<>();
        for (Map.Entry<String, ? extends P> entry : listed(kind, unreadable).entrySet()) {
            try {
                snapshots.put(entry.getKey(), snapshot.apply(entry.getValue()));
            } catch (Throwable thrown) {
                if (isStillListed(entry)) {
                    unreadable.add(kind + " " + entry.getKey(), thrown);
                }
            }
        }
        return snapshots;
    }

    /** Returns the parts by name, without a look at them. If they can't be listed, that is noted. */
    Map<String, PartReference<?, S>> references(String kind, UnreadableParts unreadable) {
        Map<String, PartReference<?, S>> references = new LinkedHashMap<>();
        listed(kind, unreadable).forEach((name, part) -> references.put(name, new PartReference<>(part, snapshot)));
        return references;
    }

    private Map<String, ? extends P> listed(String kind, UnreadableParts unreadable) {
        try {
            return live.get();
        } catch (Throwable thrown) {
            unreadable.add(kind, thrown);
            return Map.of();
        }
    }

    private boolean isStillListed(Map.Entry<String, ? extends P> entry) {
        try {
            return entry.getValue().equals(live.get().get(entry.getKey()));
        } catch (Throwable thrown) {
            return true;
        }
    }
}
