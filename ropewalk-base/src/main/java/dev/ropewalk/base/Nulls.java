package dev.ropewalk.base;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Copies or checks arguments that hold others. A {@link NullPointerException} names the argument that holds null. */
public final class Nulls {
    private Nulls() {}

    /** Returns an unmodifiable copy of a list. */
    public static <T> List<T> copy(List<? extends T> list, String name) {
        check(list, name);
        return List.copyOf(list);
    }

    /** Returns an unmodifiable list of an array's elements. */
    public static <T> List<T> copy(T[] array, String name) {
        return copy(Arrays.asList(Objects.requireNonNull(array, name)), name);
    }

    /** Returns an unmodifiable copy of a set, in any order. */
    public static <T> Set<T> copy(Set<? extends T> set, String name) {
        check(set, name);
        return Set.copyOf(set);
    }

    /** Returns an unmodifiable copy of a map, in any order. */
    public static <K, V> Map<K, V> copy(Map<K, V> map, String name) {
        return Map.copyOf(check(map, name));
    }

    /** Returns an unmodifiable copy of a map, in the same order. */
    public static <K, V> SortedMap<K, V> copy(SortedMap<K, V> map, String name) {
        check(map, name);
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }

    /** Returns the map itself, if none of its keys and values is null. */
    public static <M extends Map<?, ?>> M check(M map, String name) {
        check(Objects.requireNonNull(map, name).keySet(), name);
        check(map.values(), name);
        return map;
    }

    private static void check(Collection<?> all, String name) {
        for (Object each : Objects.requireNonNull(all, name)) {
            Objects.requireNonNull(each, () -> "null in " + name);
        }
    }
}
