package dev.ropewalk.channel;

import java.io.Serial;
import java.util.Objects;

/** Says that a channel was ended by {@link Sender#fail}, whose cause is the cause of this exception. */
public class ChannelFailedException extends ChannelClosedException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** Makes an exception. */
    public ChannelFailedException(String message, Throwable cause) {
        super(message, Objects.requireNonNull(cause, "cause"));
    }
}
