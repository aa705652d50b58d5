package dev.ropewalk.spring;

import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives properties to builders, and tells what these refuse with the property and its value. */
final class Property {
    private Property() {}

    /** Returns the builder with what a property says, if it is set. */
    static <B, V> B set(
            String name, @Nullable V value, B builder, BiFunction<? super B, ? super V, ? extends B> setter) {
        return value == null ? builder : checked(name, value, () -> setter.apply(builder, value));
    }

    /** Returns what is made of a property. */
    static <R> R checked(String name, Object value, Supplier<? extends R> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw refused(name, value, String.valueOf(e.getMessage()), e);
        }
    }

    static StartException refused(String name, Object value, String why, @Nullable Throwable cause) {
        String what = "The property " + name + " is " + value + ": " + why;
        String action = "Change " + name + ".";
        return cause == null ? new StartException(what, action) : new StartException(what, action, cause);
    }
}
