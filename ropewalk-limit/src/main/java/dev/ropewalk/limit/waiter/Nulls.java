package dev.ropewalk.limit.waiter;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Copies arguments that hold others, and says by name where null is. */
public final class Nulls {
    private Nulls() {}

    public static <T> List<T> copy(List<? extends T> list, String name) {
        for (T element : Objects.requireNonNull(list, name)) {
            Objects.requireNonNull(element, () -> "null in " + name);
        }
        return List.copyOf(list);
    }

    public static <T> List<T> copy(T[] array, String name) {
        return copy(Arrays.asList(Objects.requireNonNull(array, name)), name);
    }

    public static <K, V> Map<K, V> copy(Map<K, V> map, String name) {
        Objects.requireNonNull(map, name).forEach((key, value) -> {
            if (key == null || value == null) {
                throw new NullPointerException("null in " + name);
            }
        });
        return Map.copyOf(map);
    }
}
