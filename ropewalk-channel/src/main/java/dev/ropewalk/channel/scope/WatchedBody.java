package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.ProcessBody;
import org.jspecify.annotations.Nullable;

/** A body that does something when its process ends, even if that was cancelled before it began. */
public interface WatchedBody<T> extends ProcessBody<T> {
    /**
     * Called once by the process, when its scope knows how it has ended.
     *
     * @param failure why it hasn't done its work, such as what its scope has ended with, or null
     */
    void ended(@Nullable Throwable failure);
}
