package dev.ropewalk.actor.mailbox;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A message that waits for room in a full mailbox, and the actor, thread or future that waits with it.
 *
 * <p>The wait ends by one atomic step, either by the {@link AdmissionQueue}, which then puts the message in, or by the waiter, which then
 * keeps it. At that moment the actor that waits is no longer part of a cycle.
 */
abstract class CapacityWaiter {
    private enum Stage {
        WAITING,
        IN,
        OUT
    }

    final Object message;

    /** The actor that can't go on before the message is in, null if there is none. */
    final @Nullable MailboxOwner<?> sender;

    private final @Nullable MailboxOwner<?> recipient;
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.WAITING);
    private volatile boolean pressed;

    CapacityWaiter(Object message, @Nullable MailboxOwner<?> sender, @Nullable MailboxOwner<?> recipient) {
        this.message = message;
        this.sender = sender;
        this.recipient = recipient;
        if (sender != null && recipient != null) {
            sender.waits().add(sender, recipient);
        }
    }

    /** Claims the message, to put it in. */
    final boolean claim() {
        return end(Stage.IN);
    }

    /** Gives up. Returns false if the message was claimed before. */
    final boolean withdraw() {
        return end(Stage.OUT);
    }

    private boolean end(Stage end) {
        if (!stage.compareAndSet(Stage.WAITING, end)) {
            return false;
        }
        if (sender != null && recipient != null) {
            sender.waits().remove(sender, recipient);
        }
        return true;
    }

    final boolean isWaiting() {
        return stage.get() == Stage.WAITING;
    }

    /** Returns whether the message was claimed. */
    final boolean isIn() {
        return stage.get() == Stage.IN;
    }

    /** Has the message let in even if there is no room. */
    final void press() {
        pressed = true;
    }

    final boolean isPressed() {
        return pressed;
    }

    /** Returns whether the message is to be given back, not put in, when the actor has stopped. */
    boolean endsWithActor() {
        return false;
    }

    /** Called once when the wait is over and the message is in, or given back; by any thread. */
    abstract void settled();
}
