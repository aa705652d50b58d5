package dev.ropewalk.channel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands undelivered elements to the user's handler, outside of all locks. */
final class Undelivered {
    private static final Logger LOGGER = System.getLogger("dev.ropewalk.channel");

    private Undelivered() {}

    @SuppressWarnings("unchecked") // the handler is for the elements of the channel
    static void hand(@Nullable Consumer<?> handler, Object element, String channel) {
        if (handler == null) {
            return;
        }
        try {
            ((Consumer<Object>) handler).accept(element);
        } catch (Throwable thrown) {
            LOGGER.log(
                    Level.WARNING, "channel " + channel + ": the handler of undelivered elements has failed", thrown);
        }
    }
}
