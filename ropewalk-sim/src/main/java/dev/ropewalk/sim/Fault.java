package dev.ropewalk.sim;

/** What a simulation can make go wrong. All are off unless {@link SimulationOptions} ask for them. */
public enum Fault {
    /** An actor fails while it handles a message, and its supervisor decides. */
    ACTOR_FAILURE,
    /** A task of an executor, an action of a graph or a handler of a pipeline fails. */
    TASK_FAILURE,
    /** A mailbox, a channel, a ring or a queue has no room at this moment. */
    FULL,
    /** An executor refuses a task. */
    REJECTION,
    /** A wait with a timeout is given up as if its time were up. */
    CANCELLED_WAIT,
    /** Memory runs out where the library is prepared for it. */
    ALLOCATION_FAILURE,
    /** A party stops for a while, at most ten milliseconds of virtual time, as if its worker had been descheduled. */
    STALL,
    /** A strand goes on at another worker. */
    MOVE,
    /** A waiting thread is interrupted. */
    INTERRUPT,
    /** A waiting thread wakes up for no reason. */
    SPURIOUS_WAKE_UP,
    /** The party that is about to give back a permit stops for ever. It counts as waiting for work. */
    LOST_PERMIT,
    /** The clock jumps ahead, by at most ten seconds. */
    CLOCK_JUMP,
    /** A page that wasn't forced is partly written when the power is cut: each of its sectors is the old or the new one. */
    TORN_WRITE,
    /** A page, or the name of a file, that wasn't forced is as it was before when the power is cut. */
    LOST_PAGE,
    /** A bit of a page on the disk has changed when the machine starts again after the power was cut. */
    BIT_FLIP,
    /** A write finds no room on the disk. */
    FULL_DISK,
    /** A force fails. The system takes the pages for clean then, so that the next force doesn't write them. */
    FAILED_FORCE
}
