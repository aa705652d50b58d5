package dev.ropewalk.actor;

/** What becomes of an actor that has failed. In each case the message that it failed on is gone. */
public enum Directive {
    /**
     * It goes on with the next message as if nothing had happened. If it failed while it was being made anew for a restart, it
     * is restarted instead.
     */
    RESUME,
    /** Its children are stopped, a fresh behaviour takes its place and goes on with the next message. */
    RESTART,
    /** It is stopped. */
    STOP,
    /** Its parent fails with the same cause, and the parent's parent decides. */
    ESCALATE
}
