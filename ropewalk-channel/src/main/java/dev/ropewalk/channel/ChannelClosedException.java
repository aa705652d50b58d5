package dev.ropewalk.channel;

import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Says that a channel was closed: nothing can be sent, or everything that was sent has been received. */
public class ChannelClosedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** Makes an exception. */
    public ChannelClosedException(String message) {
        this(message, null);
    }

    ChannelClosedException(String message, @Nullable Throwable cause) {
        super(Objects.requireNonNull(message, "message"), cause);
    }
}
