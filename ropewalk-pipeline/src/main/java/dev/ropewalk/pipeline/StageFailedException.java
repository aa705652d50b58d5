package dev.ropewalk.pipeline;

import java.util.Objects;

/** Why a pipeline ended whose stage has the policy to stop: its handler threw what is the cause of this. */
public final class StageFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one for the handler of a stage, the event that it failed at, and what it threw. */
    public StageFailedException(String stage, long sequence, Throwable cause) {
        super(
                "stage " + Objects.requireNonNull(stage, "stage") + " failed at event " + sequence + ": "
                        + Objects.requireNonNull(cause, "cause"),
                cause);
    }
}
