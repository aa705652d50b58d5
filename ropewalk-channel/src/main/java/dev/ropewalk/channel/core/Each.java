package dev.ropewalk.channel.core;

import dev.ropewalk.base.Failures;
import java.util.function.Consumer;

/** Does something with each of several, with all of them, whatever one of them throws. */
public final class Each {
    private Each() {}

    /** Throws, after the last, what the first one has thrown that threw anything. */
    public static <E> void of(Iterable<? extends E> all, Consumer<? super E> action) {
        Throwable first = null;
        for (E each : all) {
            try {
                action.accept(each);
            } catch (Throwable thrown) {
                if (first == null) {
                    first = thrown;
                }
            }
        }
        if (first != null) {
            throw Failures.<RuntimeException>unchecked(first);
        }
    }
}
