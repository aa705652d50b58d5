package dev.ropewalk.pipeline;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Thrown to a publisher when the pipeline is closed, or has ended because a stage failed: then with that failure as the cause.
 * Nothing was published.
 */
public final class PipelineClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a message and perhaps a cause. */
    public PipelineClosedException(String message, @Nullable Throwable cause) {
        super(Objects.requireNonNull(message, "message"), cause);
    }
}
