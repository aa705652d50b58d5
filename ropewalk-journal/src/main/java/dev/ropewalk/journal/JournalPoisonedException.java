package dev.ropewalk.journal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Forcing data to the disk has failed before: what is durable is uncertain, and nothing more is accepted. */
public final class JournalPoisonedException extends JournalException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a message. */
    public JournalPoisonedException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }

    /** Makes one with a message and perhaps a cause. */
    public JournalPoisonedException(String message, @Nullable Throwable cause) {
        super(Objects.requireNonNull(message, "message"), cause);
    }
}
