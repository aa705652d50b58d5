package dev.ropewalk.cluster.reliable;

import dev.ropewalk.actor.mailbox.Tracked;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A message on its way into an entity. */
public final class Arrival extends Tracked {
    private final Supplier<Filter> filter;
    private final Stamp stamp;
    private final Origin origin;
    private final @Nullable Unreadable unreadable;

    /** What is to be done when the entity takes this up, or never will. */
    private final Runnable taken;

    /** What is known of the sender, when this was let in; belongs to the entity. */
    private @Nullable Heard heard;

    /** Whether this was handled; belongs to the entity. */
    private boolean isOver;

    /**
     * Makes one.
     *
     * @param message the message, with the context of its sender perhaps; any object if there is none
     * @param filter gives what the entity knows of its senders; for the entity alone
     * @param unreadable why there is no message; null if there is one, or it was given up
     * @param taken is called once or more when the entity takes this up, or never will
     */
    public Arrival(
            Object message,
            Supplier<Filter> filter,
            Stamp stamp,
            Origin origin,
            @Nullable Unreadable unreadable,
            Runnable taken) {
        super(message);
        this.filter = filter;
        this.stamp = stamp;
        this.origin = origin;
        this.unreadable = unreadable;
        this.taken = taken;
    }

    @Override
    public boolean take() {
        taken.run();
        if (heard == null) {
            heard = filter.get().admit(stamp, origin);
        }
        if (heard != null && (unreadable != null || stamp.isEmpty())) {
            pass();
            return false;
        }
        return heard != null && !isOver;
    }

    /** It is the turn of this, and there is nothing for the entity to handle. */
    private void pass() {
        Unreadable unread = unreadable;
        if (unread == null) {
            handled(null);
            return;
        }
        try {
            unread.loss().run();
        } finally {
            handled(unread.why());
        }
    }

    @Override
    public void handled(@Nullable Throwable failure) {
        if (!isOver) {
            isOver = true;
            Filter.handled(stamp, origin, Objects.requireNonNull(heard), failure);
        }
    }

    /** Other rounds may have come since this was let in, of which this message was left out. */
    @Override
    public void dropped(Throwable why) {
        taken.run();
        Heard known = heard;
        origin.again(known == null ? stamp.round() : Math.max(known.round, stamp.round()), 0);
    }
}
