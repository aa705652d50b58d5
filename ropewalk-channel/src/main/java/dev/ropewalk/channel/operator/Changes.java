package dev.ropewalk.channel.operator;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Chooses what isn't equal to what came just before it. For one thread. */
public final class Changes implements Predicate<Object> {
    private @Nullable Object last;

    /** Compares and remembers. */
    @Override
    public boolean test(Object element) {
        boolean hasChanged = !element.equals(last);
        last = element;
        return hasChanged;
    }
}
