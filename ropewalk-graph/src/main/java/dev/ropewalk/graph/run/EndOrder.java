package dev.ropewalk.graph.run;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The actions of a run in the order in which they have ended: a list that grows at its end, for any number of readers.
 *
 * <p>It takes no memory. The link from an action to the one that ended next lies in the action's word of the {@link Countdown}: that counts
 * nothing any more, because all dependencies of an action have arrived before it ends. Counts are never negative, and links always are.
 *
 * <p>Why it is right. The exchange of {@code last} gives each action one predecessor, whose link only it sets: so none is lost, and an
 * action stands behind those that had been added before it was. A reader that finds no link is at the end, or before an action that has
 * exchanged {@code last} and hasn't set its link yet; that one tells readers when it has. A link is a volatile store, so that a reader
 * sees the outcome which was set before, and so that the thread which has added an action sees a reader that was announced before it
 * found no link: one of the two sees the other.
 */
final class EndOrder {
    /** Stands for an action where there is none. */
    static final int NONE = -1;

    private static final VarHandle LAST = VarHandles.of(MethodHandles.lookup(), "last", int.class);
    private static final VarHandle FIRST = VarHandles.of(MethodHandles.lookup(), "first", int.class);
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(int[].class);

    private final int[] words;

    @SuppressWarnings("UnusedVariable") // accessed through LAST
    private int last = NONE;

    @SuppressWarnings("UnusedVariable") // accessed through FIRST
    private int first = NONE;

    /** Creates an order whose links lie in the words of a countdown. */
    EndOrder(int[] words) {
        this.words = words;
    }

    /** Adds an action, once, after its outcome was set. */
    void add(int action) {
        int before = (int) LAST.getAndSet(this, action);
        if (before == NONE) {
            FIRST.setVolatile(this, action);
        } else {
            WORD.setVolatile(words, before, ~action);
        }
    }

    /** Returns the action that has ended next after another one, or first after {@link #NONE}; {@link #NONE} if there is none yet. */
    int after(int action) {
        if (action == NONE) {
            return (int) FIRST.getVolatile(this);
        }
        int word = (int) WORD.getVolatile(words, action);
        return word < 0 ? ~word : NONE;
    }
}
