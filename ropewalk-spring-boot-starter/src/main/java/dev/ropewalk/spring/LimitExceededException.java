package dev.ropewalk.spring;

import java.io.Serial;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/**
 * Thrown to the caller of a {@link Limited} method that got no permit: nothing was called. A web application answers it by 503, Service
 * Unavailable, unless it has a handler.
 */
@ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
public final class LimitExceededException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String limiter;

    LimitExceededException(String limiter, String message) {
        super(message);
        this.limiter = limiter;
    }

    /** Returns the name of the limiter. */
    public String limiter() {
        return limiter;
    }
}
