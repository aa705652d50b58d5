package dev.ropewalk.journal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * There is no room on the disk for a further segment. Nothing was appended, and what was appended before is intact; once
 * there is room, appending goes on. Or the journal has come to the last position or index that it can count, 2 PiB or
 * 2^48 records since it was made: then it takes no more, and another one has to be begun.
 */
public final class JournalFullException extends JournalIoException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a message and perhaps a cause. */
    public JournalFullException(String message, @Nullable Throwable cause) {
        super(Objects.requireNonNull(message, "message"), cause);
    }
}
