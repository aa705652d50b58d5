package dev.ropewalk.journal;

import java.util.Objects;

/** The claim was invalidated, since its writer took too long: the record isn't in the journal and never will be. */
public final class ClaimInvalidatedException extends JournalException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a message. */
    public ClaimInvalidatedException(String message) {
        super(Objects.requireNonNull(message, "message"));
    }
}
