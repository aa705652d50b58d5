package dev.ropewalk.pipeline;

import java.util.Objects;

/**
 * What a handler threw, and what is done about it.
 *
 * @param pipeline the name of the pipeline
 * @param stage the stage, with the number of its shard or worker if it has several
 * @param sequence the event's number
 * @param event the event; look at it only while being told, since its place is used again
 * @param cause what the handler threw
 * @param failures how often this event has failed in this stage, this time included
 * @param action what is done
 */
public record Failure(
        String pipeline, String stage, long sequence, Object event, Throwable cause, int failures, Action action) {
    public Failure {
        Objects.requireNonNull(pipeline, "pipeline");
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(event, "event");
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(action, "action");
    }

    /** What is done about a failure. */
    public enum Action {
        /** The handler goes on with the next event, and the stages behind don't see this one. */
        SKIP,
        /** The handler goes on with the next event, and the stages behind see this one as it is. */
        PASS_ON,
        /** The handler gets the event again. */
        RETRY,
        /** The handler gets the batch again. */
        REWIND,
        /** The pipeline ends. */
        STOP
    }
}
