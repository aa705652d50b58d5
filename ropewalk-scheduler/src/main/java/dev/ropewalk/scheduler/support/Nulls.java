package dev.ropewalk.scheduler.support;

import java.util.List;
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
}
