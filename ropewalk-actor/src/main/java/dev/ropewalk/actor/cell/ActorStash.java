package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Stash;
import dev.ropewalk.actor.StashFullException;
import dev.ropewalk.actor.mailbox.Asked;
import dev.ropewalk.scheduler.step.Backlog;
import dev.ropewalk.scheduler.step.Steps;
import java.util.ArrayDeque;
import java.util.Objects;

/** The stash of one actor. */
final class ActorStash<M> implements Stash<M>, Backlog {
    private final EventCell<M> cell;
    private final int capacity;
    private final ArrayDeque<Object> messages = new ArrayDeque<>();

    ActorStash(EventCell<M> cell, int capacity) {
        this.cell = cell;
        this.capacity = capacity;
    }

    @Override
    public void add(M message) {
        Objects.requireNonNull(message, "message");
        cell.checkOwnCode("stash().add");
        if (messages.size() >= capacity) {
            throw new StashFullException(
                    "the stash of " + cell.path() + " is full: it holds " + capacity + " messages");
        }
        messages.add(message);
        Steps.noteGrown(this);
    }

    /**
     * Keeps the envelope of the message that was just handled, if that was put aside: so a question that will not be handled fails like
     * others, and a message has its context when it is handled.
     */
    @SuppressWarnings("ReferenceEquality") // asks which message it is
    void keep(Object sent) {
        if (messages.peekLast() == Asked.unwrap(sent)) {
            messages.removeLast();
            messages.addLast(sent);
        }
    }

    @Override
    public void unstashAll() {
        cell.checkOwnCode("stash().unstashAll");
        while (!messages.isEmpty()) {
            cell.putBack(messages.removeLast());
        }
    }

    @Override
    public void clear() {
        cell.checkOwnCode("stash().clear");
        drop(DeadLetter.Reason.UNSTASHED);
    }

    void drop(DeadLetter.Reason reason) {
        while (!messages.isEmpty()) {
            cell.drop(messages.removeFirst(), reason);
        }
    }

    @Override
    public int size() {
        cell.checkOwnCode("stash().size");
        return messages.size();
    }

    @Override
    public int waiting(int most) {
        return Math.min(most, messages.size());
    }

    @Override
    public String toString() {
        return "the stash of " + cell.path();
    }

    @Override
    public boolean isFull() {
        cell.checkOwnCode("stash().isFull");
        return messages.size() >= capacity;
    }
}
