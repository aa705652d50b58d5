package dev.ropewalk.cluster.reliable;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an entity knows of a sender. */
final class Heard {
    /** With what it was asked to begin again, when nothing was known of it. */
    final long token;

    /** The number of the message that comes next; 0 while nothing is known. */
    long expected;

    /** All messages before this number were handled. */
    long handled;

    /** The latest round of which a message has come. */
    int round;

    /** The latest round in which it was asked to begin again. */
    int asked = -1;

    /** What was handled before an earlier one, which is in the stash. */
    private @Nullable Set<Long> early;

    /** Which opening of the sender was heard last. */
    private int opening;

    Heard(long token) {
        this.token = token;
    }

    /** A message of an opening of the sender has come; another one counts its rounds anew. */
    void meet(int of) {
        if (of != opening) {
            opening = of;
            round = 0;
            asked = -1;
        }
    }

    boolean isKnown() {
        return expected > 0;
    }

    boolean isNext(long number) {
        return number == expected;
    }

    /** Returns whether nothing is being handled, so that it can be forgotten. */
    boolean isQuiet() {
        return expected == handled;
    }

    void begin(long number) {
        expected = number;
        handled = number;
    }

    void handle(long number) {
        if (number > handled) {
            if (early == null) {
                early = new HashSet<>();
            }
            early.add(number);
            return;
        } else if (number < handled) {
            return; // others have handled it, as its sender has said
        }
        handled++;
        while (early != null && early.remove(handled)) {
            handled++;
        }
    }
}
