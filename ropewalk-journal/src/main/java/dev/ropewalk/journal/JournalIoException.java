package dev.ropewalk.journal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The system refused to read, write, map or lock a file of the journal, or took it away under the mapping. */
public class JournalIoException extends JournalException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a message and perhaps a cause. */
    public JournalIoException(String message, @Nullable Throwable cause) {
        super(Objects.requireNonNull(message, "message"), cause);
    }
}
