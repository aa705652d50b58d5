package dev.ropewalk.actor.supervision;

import dev.ropewalk.base.CarriedContext;
import org.jspecify.annotations.Nullable;

/** What travels through a strand beside the messages of users, which are never of this type. */
public abstract class InternalMessage {
    /** Returns the context of the sender that came with this, null if there is none. */
    public @Nullable CarriedContext context() {
        return null;
    }

    /** Returns the context that came with what was sent, null if there is none. */
    public static @Nullable CarriedContext contextOf(Object sent) {
        return sent instanceof InternalMessage internal ? internal.context() : null;
    }

    /** What the system sends for itself. It keeps actors going until they have stopped, also when the scheduler has ended. */
    public abstract static class Own extends InternalMessage {}

    /** Makes the strand run, so that system messages are carried out. */
    public static final class Wake extends Own {
        public static final Wake UP = new Wake();
    }

    /** Has one of the held messages handled. */
    public static final class Drain extends Own {
        public static final Drain ONE = new Drain();
    }

    /** Stands for one message in the queue of a mailbox. */
    public static final class Token extends InternalMessage {
        public static final Token ONE = new Token();
    }

    /**
     * Has the actor stop when it has handled what waits. It travels twice: a message that was on its way when the first was sent
     * is in front of the second. While others wait for room in the mailbox, it begins anew.
     */
    public static final class Retire extends Own {
        public static final Retire FIRST = new Retire();
        public static final Retire LAST = new Retire();
    }
}
