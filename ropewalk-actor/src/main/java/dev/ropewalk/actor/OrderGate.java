package dev.ropewalk.actor;

/**
 * A gate between the two sides of a blocking actor: the strand shuts it while it carries out orders, and the thread passes it
 * before it takes a message.
 *
 * <p>Why the thread is never left waiting (Dekker's argument): it says that it waits and then looks at the gate; the strand
 * opens the gate and then looks whether the thread waits. Both fields are volatile, so that one of them comes second and sees
 * what the other wrote.
 */
final class OrderGate {
    /** Written by the strand. */
    private volatile boolean shut;

    /** Written by the thread. */
    private volatile boolean awaited;

    /** For the strand, before it takes the orders. */
    void shut() {
        shut = true;
    }

    /** For the strand; returns whether it must wake the thread. */
    boolean open() {
        shut = false;
        return awaited;
    }

    /** For the thread, before it looks at the gate and parks. */
    void await() {
        awaited = true;
    }

    /** For the thread, when it has waited. */
    void pass() {
        awaited = false;
    }

    boolean isShut() {
        return shut;
    }
}
