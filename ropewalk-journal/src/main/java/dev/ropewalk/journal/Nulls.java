package dev.ropewalk.journal;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Copies arguments that hold others, and says by name where null is. */
final class Nulls {
    private Nulls() {}

    static <T> List<T> copy(List<? extends T> list, String name) {
        check(list, name);
        return List.copyOf(list);
    }

    static <T> Set<T> copy(Set<? extends T> set, String name) {
        check(set, name);
        return Set.copyOf(set);
    }

    /** Returns a copy in the same order. */
    static <K, V> SortedMap<K, V> copy(SortedMap<K, V> map, String name) {
        check(Objects.requireNonNull(map, name).keySet(), name);
        check(map.values(), name);
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }

    private static void check(Collection<?> all, String name) {
        for (Object each : Objects.requireNonNull(all, name)) {
            Objects.requireNonNull(each, () -> "null in " + name);
        }
    }
}
