package dev.ropewalk.actor;

/** No answer came in time. */
public final class AskTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AskTimeoutException(String message) {
        super(message);
    }
}
