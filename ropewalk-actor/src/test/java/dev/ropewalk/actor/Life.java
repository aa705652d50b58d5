package dev.ropewalk.actor;

import dev.ropewalk.actor.StormActor.Letter;
import dev.ropewalk.actor.StormActor.Note;
import dev.ropewalk.actor.cell.Cell;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What one actor of a {@link TreeStorm} has been through, from its spawning to its end, restarts included. Its fields are
 * plain where only the actor uses them: they are right only if it does one thing after the other and each sees what the one
 * before wrote.
 */
final class Life {
    private static final int CAPACITY = 10;
    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(Life.class, "inside", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final int id;
    final int depth;
    final SplittableRandom random;
    final Mailbox<Object> mailbox;
    final List<Life> children = new CopyOnWriteArrayList<>();
    int incarnation;

    private final Map<Life, Long> sentTo = new HashMap<>();
    private final Map<Integer, Long> lastFrom = new HashMap<>();
    private volatile @Nullable ActorRef<Note> ref;
    private boolean ended;

    @SuppressWarnings("UnusedVariable") // accessed through INSIDE, opaque so that it orders nothing
    private boolean inside;

    /** A promise was broken. */
    static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Broken(String message) {
            super(message);
        }
    }

    Life(int id, int depth, SplittableRandom random) {
        this.id = id;
        this.depth = depth;
        this.random = random;
        this.mailbox = switch (random.nextInt(6)) {
            case 0 -> Mailbox.bounded(CAPACITY, OverflowPolicy.BLOCK);
            case 1 -> Mailbox.bounded(CAPACITY, OverflowPolicy.DEAD_LETTER);
            default -> Mailbox.unbounded();
        };
    }

    void born(ActorRef<Note> self) {
        ref = self;
    }

    ActorRef<Note> ref() {
        return Objects.requireNonNull(ref);
    }

    /** Notes that code of the actor begins; throws if other code of it runs, or if it has ended. */
    void enter() {
        check(!(boolean) INSIDE.getOpaque(this), "two at once");
        INSIDE.setOpaque(this, true);
        check(!ended, "something came after postStop");
    }

    void leave() {
        INSIDE.setOpaque(this, false);
    }

    /** Returns the order of the next letter to another. */
    long nextTo(Life other) {
        return sentTo.merge(other, 1L, Long::sum);
    }

    /** Returns how many letters went to another; to be read when this has ended. */
    long sentTo(Life other) {
        return sentTo.getOrDefault(other, 0L);
    }

    /** Notes a letter that is handled; throws if it was overtaken. */
    void note(Letter letter) {
        long last = lastFrom(letter.sender());
        check(letter.order() > last, "letter " + letter.order() + " of " + letter.sender() + " came after " + last);
        lastFrom.put(letter.sender(), letter.order());
    }

    long lastFrom(int sender) {
        return lastFrom.getOrDefault(sender, 0L);
    }

    /** Notes that the actor has ended. */
    void end() {
        for (Life child : children) {
            check(child.isOver(), "child " + child.id + " outlives it");
        }
        ended = true;
    }

    boolean isOver() {
        return ((Cell<?>) ref()).isStopped();
    }

    void check(boolean condition, String otherwise) {
        if (!condition) {
            throw new Broken(otherwise + " in actor " + id + ", incarnation " + incarnation);
        }
    }
}
