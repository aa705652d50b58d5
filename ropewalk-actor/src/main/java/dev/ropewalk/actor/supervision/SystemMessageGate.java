package dev.ropewalk.actor.supervision;

import dev.ropewalk.scheduler.Scheduler;

/**
 * A gate between the two sides of a blocking actor: the strand shuts it while it carries out system messages, and the thread passes it
 * before it takes a message.
 *
 * <p>Why the thread is never left waiting (Dekker's argument): it says that it waits and then looks at the gate; the strand
 * opens the gate and then looks whether the thread waits. Both fields are volatile, so that one of them comes second and sees
 * what the other wrote. The thread looks for system messages that wait before it looks at the gate, since the strand shuts the
 * gate before it takes them.
 */
public final class SystemMessageGate {
    /** Written by the strand. */
    private volatile boolean shut;

    /** Written by the thread. */
    private volatile boolean awaited;

    /** For the strand, before it takes the system messages. */
    public void shut() {
        shut = true;
    }

    /** For the strand; returns whether it must wake the thread. */
    public boolean open() {
        shut = false;
        return awaited;
    }

    /** Lets the thread pass when no system message waits or is being carried out. */
    public void pass(SystemMessages waiting, Scheduler scheduler) {
        if (!waiting.hasSystemMessages() && !isShut()) {
            return;
        }
        boolean interrupted = false;
        await();
        while (waiting.hasSystemMessages() || isShut()) {
            scheduler.park(waiting);
            interrupted |= Thread.interrupted();
        }
        awaited = false;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void await() {
        awaited = true;
    }

    boolean isShut() {
        return shut;
    }
}
