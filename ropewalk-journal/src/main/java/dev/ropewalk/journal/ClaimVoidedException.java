package dev.ropewalk.journal;

/** The claim was voided, since its writer took too long: the record isn't in the journal and never will be. */
public final class ClaimVoidedException extends JournalException {
    private static final long serialVersionUID = 1L;

    ClaimVoidedException(String message) {
        super(message);
    }
}
