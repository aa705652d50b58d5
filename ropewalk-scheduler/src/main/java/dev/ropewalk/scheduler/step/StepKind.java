package dev.ropewalk.scheduler.step;

/** What a party is about to do to a resource. Two steps on different resources don't disturb each other. */
public enum StepKind {
    /** A thread or a task begins, or goes on after it has started a thread. */
    START,
    /** A strand runs a task. */
    TASK,
    /** A strand handles a message. */
    MESSAGE,
    /** A task is submitted, or a message sent to a strand. */
    SUBMIT,
    /** The task of a timer that is due is run. */
    TIMER,
    /** A thread goes on after it has waited. */
    WAKE,
    /** A waiting thread is told to go on. */
    UNPARK,
    /** A thread lets others go first. */
    YIELD,
    /** A thread has looked for something in vain and will look again. */
    SPIN,
    /** An element is sent to a channel. */
    SEND,
    /** An element is received from a channel. */
    RECEIVE,
    /** A select looks at its clauses. */
    SELECT,
    /** Something is closed, cancelled or failed. */
    CLOSE,
    /** A permit or a budget is asked for. */
    ACQUIRE,
    /** A permit or a budget is given back. */
    RELEASE,
    /** A place in a ring is claimed. */
    CLAIM,
    /** An event is published. */
    PUBLISH,
    /** A stage of a pipeline handles events. */
    CONSUME,
    /** The state of something is read or changed that no other kind describes. */
    ACCESS
}
