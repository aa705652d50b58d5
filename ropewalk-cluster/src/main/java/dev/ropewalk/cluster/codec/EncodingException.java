package dev.ropewalk.cluster.codec;

import java.io.Serial;

/** A value can't be written: its type isn't registered, it is beyond the limits, or it holds null where null isn't allowed. */
public final class EncodingException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** Makes one. */
    public EncodingException(String message) {
        super(message);
    }
}
