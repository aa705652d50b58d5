package dev.ropewalk.cluster.reliable;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What an entity knows of its senders while it lives: which message of each comes next. It belongs to the entity, which calls it when it comes to a message.
 *
 * <p>Why nothing is overtaken. A message is let in if its number is the next one. One with a lower number was handled or is in the stash; one with a higher number shows that others are missing, and the sender begins
 * again. It is asked once in a round, since all that follows in that round shows the same.
 *
 * <p>Why an entity that has begun anew, and knows nothing, handles nothing twice. It lets in the oldest message of an unknown sender in two cases. If the message is sent for the first time nobody has handled it. If
 * it has the token that this entity has drawn, the sender has sent it after it had heard of this entity; and before that it had heard of all that the entities before had handled: those
 * have told it before they ended, and this one began after that. In all other cases the sender is asked to begin again, with a token. Only if a node fails, what its entities had to tell is lost with it.
 *
 * <p>So a sender that wasn't heard of for long can be forgotten, unless something of it is being handled.
 */
public final class Filter {
    static final int MAX_SENDERS = 256;

    private final LongSupplier tokens;
    private final Map<Origin, Heard> senders = new LinkedHashMap<>(4, 0.75f, true);

    /** Makes one that knows nobody. */
    public Filter(LongSupplier tokens) {
        this.tokens = tokens;
    }

    /** Returns what is known of a sender whose message is to be handled now; null if it isn't to be handled. */
    @Nullable
    Heard admit(Stamp stamp, Origin origin) {
        Heard heard = heard(origin);
        heard.meet(origin.opening());
        heard.round = Math.max(heard.round, stamp.round());
        if (!heard.isKnown()) {
            if (!mayBegin(stamp, heard)) {
                ask(stamp, origin, heard);
                return null;
            }
            heard.begin(stamp.number());
        } else if (heard.expected < stamp.oldest()) {
            heard.begin(stamp.oldest());
        }
        boolean isNext = heard.isNext(stamp.number());
        if (isNext) {
            heard.expected++;
        }
        if (stamp.number() + stamp.ahead() >= heard.expected) {
            ask(stamp, origin, heard);
        } else if (!isNext) {
            origin.handled(heard.handled, stamp.ahead() > 0);
        }
        return isNext ? heard : null;
    }

    private static boolean mayBegin(Stamp stamp, Heard heard) {
        return stamp.number() == stamp.oldest() && (stamp.is(Stamp.FIRST) || stamp.token() == heard.token);
    }

    private static void ask(Stamp stamp, Origin origin, Heard heard) {
        if (heard.asked < stamp.round()) {
            heard.asked = stamp.round();
            origin.again(stamp.round(), heard.token);
        }
    }

    private Heard heard(Origin origin) {
        Heard known = senders.get(origin);
        if (known != null) {
            return known;
        }
        if (senders.size() >= MAX_SENDERS) {
            forgetOne();
        }
        var unknown = new Heard(tokens.getAsLong());
        senders.put(origin, unknown);
        return unknown;
    }

    private void forgetOne() {
        for (Iterator<Heard> each = senders.values().iterator(); each.hasNext(); ) {
            if (each.next().isQuiet()) {
                each.remove();
                return;
            }
        }
    }

    /** A message was handled, which had been let in. */
    static void handled(Stamp stamp, Origin origin, Heard heard, @Nullable Throwable failure) {
        if (failure != null && stamp.is(Stamp.ANSWER)) {
            origin.failed(stamp.number(), failure);
        }
        heard.handle(stamp.number());
        origin.handled(heard.handled, stamp.is(Stamp.PROMPT));
    }

    int senders() {
        return senders.size();
    }
}
