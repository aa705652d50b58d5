package dev.ropewalk.cpu;

/**
 * Thrown when a thread can't be pinned, for a reason that lies in the platform and not in the request: another system
 * than Linux, native access that isn't enabled, a sandbox that forbids the call. The message says which.
 */
public final class PinningUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PinningUnavailableException(String reason) {
        super(reason);
    }
}
