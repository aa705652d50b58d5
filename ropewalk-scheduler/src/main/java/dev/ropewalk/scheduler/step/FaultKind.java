package dev.ropewalk.scheduler.step;

/** What a simulation can make go wrong at a place that asks {@link Steps#isStruck}. */
public enum FaultKind {
    /** An actor fails while it handles a message. */
    ACTOR_FAILURE,
    /** A task, an action of a graph or a handler of a pipeline fails. */
    TASK_FAILURE,
    /** A mailbox, a channel, a ring or a queue has no room at this moment. */
    FULL,
    /** An executor refuses a task. */
    REJECTION,
    /** A wait is given up as if its time were up. */
    CANCELLED_WAIT,
    /** Memory runs out. */
    ALLOCATION_FAILURE,
    /** A page that was being written when the power failed is partly there. */
    TORN_WRITE,
    /** A page or a name that wasn't forced isn't on the disk when the power has failed. */
    LOST_PAGE,
    /** A bit of a page has changed when the machine starts again. */
    BIT_FLIP,
    /** A disk has no room at this moment. */
    FULL_DISK,
    /** A disk can't write what it is asked to force. */
    FAILED_FORCE
}
