package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Stash;
import dev.ropewalk.actor.StashFullException;
import dev.ropewalk.actor.mailbox.Asked;
import dev.ropewalk.scheduler.step.Backlog;
import dev.ropewalk.scheduler.step.Steps;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Objects;

/** The stash of one actor. */
final class ActorStash<M> implements Stash<M>, Backlog {
    private final EventCell<M> cell;
    private final int capacity;
    private final ArrayDeque<Object> messages = new ArrayDeque<>();

    /** How many messages were put aside so far. */
    private long added;

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
        added++;
        Steps.noteGrown(this);
    }

    /** Returns how many messages were put aside so far, whatever has become of them. */
    long added() {
        return added;
    }

    /**
     * Keeps the envelope of the message that was just handled wherever that was put aside meanwhile: so a question that will not be handled
     * fails like others, and a message has its context when it is handled. The same message may have been put aside before, out of another envelope or none.
     *
     * @param before how many messages had been put aside when the handling began
     * @return whether it was put aside
     */
    @SuppressWarnings("ReferenceEquality") // asks which message it is
    boolean keep(Object sent, long before) {
        int added = (int) Math.min(this.added - before, messages.size());
        if (added == 0) {
            return false;
        }
        boolean isKept = false;
        Object message = Asked.unwrap(sent);
        var last = new Object[added];
        for (int i = added - 1; i >= 0; i--) {
            Object each = messages.removeLast();
            isKept |= each == message;
            last[i] = each == message ? sent : each;
        }
        Collections.addAll(messages, last);
        return isKept;
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
