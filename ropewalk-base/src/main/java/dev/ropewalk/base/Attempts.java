package dev.ropewalk.base;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Steps that are all tried, whatever one of them throws: an end that stops halfway would never go on. */
public final class Attempts {
    private Attempts() {}

    /** Tries all; throws afterwards what was thrown first. */
    public static void all(Runnable... steps) {
        each(List.of(steps), Runnable::run);
    }

    /** Tries a step with each; throws afterwards what was thrown first. */
    public static <T> void each(Iterable<? extends T> all, Consumer<? super T> step) {
        Throwable first = null;
        for (T each : all) {
            first = attempt(each, step, first);
        }
        if (first != null) {
            throw Failures.<RuntimeException>unchecked(first);
        }
    }

    private static <T> @Nullable Throwable attempt(T with, Consumer<? super T> step, @Nullable Throwable before) {
        try {
            step.accept(with);
            return before;
        } catch (Throwable thrown) {
            return before == null ? thrown : before;
        }
    }
}
