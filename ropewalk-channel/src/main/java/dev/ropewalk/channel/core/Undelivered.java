package dev.ropewalk.channel.core;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands undelivered elements to the user's handler, outside of all locks. */
final class Undelivered {
    private Undelivered() {}

    @SuppressWarnings("unchecked") // the handler is for the elements of the channel
    static void hand(@Nullable Consumer<?> handler, Object element, String channel) {
        if (handler == null) {
            return;
        }
        try {
            ((Consumer<Object>) handler).accept(element);
        } catch (Throwable thrown) {
            Log.warn(channel, "the handler of undelivered elements has failed", thrown);
        }
    }
}
