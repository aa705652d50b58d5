package dev.ropewalk.pipeline;

/** Why a pipeline ended whose stage has the policy to stop: its handler threw what is the cause of this. */
public final class StageFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StageFailedException(String stage, long sequence, Throwable cause) {
        super("stage " + stage + " failed at event " + sequence + ": " + cause, cause);
    }
}
