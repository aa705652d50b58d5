package dev.ropewalk.cluster.codec;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a component that a record got after it was sent for the first time. Frames without it are read with the component's default.
 * Such components stand behind all others, those of later versions last.
 *
 * <p>Without {@link #orElse} the default is zero, false, the empty string, list, set, map, optional or array, or null where the component
 * may be null. Components of other types name one.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Since {
    /** The record's version that has got the component, from 2. */
    int value();

    /**
     * The default as text: of numbers, booleans, characters and strings, of an enum's constants by their names, and of big numbers,
     * instants, durations, dates and UUIDs as their {@code toString} is.
     */
    String orElse() default "";
}
