package dev.ropewalk.actor;

import dev.ropewalk.base.Nulls;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What an actor was like at a moment.
 *
 * @param path of the actor
 * @param state what it was about
 * @param waiting how many messages waited in its mailbox, the one being handled not counted; a guess while they come and go. Each is
 *     visited to be counted, which takes long where very many wait
 * @param processed how many messages were given to it, the one being handled included
 * @param failures how often its code has thrown, so that its supervisor had to decide
 * @param restarts how often it has gone on with a new behaviour
 * @param dropped how many messages it has lost because its mailbox was full; see {@link MessagesDropped}
 * @param children the living ones, oldest first
 */
public record ActorSnapshot(
        String path,
        State state,
        long waiting,
        long processed,
        long failures,
        long restarts,
        long dropped,
        List<ActorSnapshot> children) {
    /** What an actor is about. */
    public enum State {
        /** Nothing is handled and nothing waits. */
        IDLE,
        /** Handles messages, or soon will. */
        BUSY,
        /** Waits for room in another's mailbox. */
        WAITING_FOR_ROOM,
        /** Waits for a stage, as its own code wanted. */
        PAUSED,
        /** Has failed, and waits for its supervisor or for a back-off to end. */
        FAILED,
        /** Is stopping, or waits for its children to stop. */
        STOPPING
    }

    /** Makes a copy of the list. */
    public ActorSnapshot {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(state, "state");
        children = Nulls.copy(children, "children");
    }

    /** Returns this and everything below, parents before children. */
    public Stream<ActorSnapshot> all() {
        List<ActorSnapshot> all = new ArrayList<>();
        var left = new ArrayDeque<ActorSnapshot>();
        left.push(this);
        while (!left.isEmpty()) {
            ActorSnapshot next = left.pop();
            all.add(next);
            next.children.reversed().forEach(left::push);
        }
        return all.stream();
    }

    /** Returns the tree as text, an actor a line. */
    public String toTree() {
        var text = new StringBuilder();
        long top = depth();
        all().forEach(actor -> {
            long depth = actor.depth() - top;
            String name = depth == 0 ? path : actor.path.substring(actor.path.lastIndexOf('/') + 1);
            text.repeat("  ", Math.toIntExact(depth)).append(name).append("  ").append(actor.state);
            if (actor.waiting > 0) {
                text.append(", ").append(actor.waiting).append(" waiting");
            }
            if (actor.failures > 0) {
                text.append(", ").append(actor.failures).append(" failures");
            }
            if (actor.restarts > 0) {
                text.append(", ").append(actor.restarts).append(" restarts");
            }
            if (actor.dropped > 0) {
                text.append(", ").append(actor.dropped).append(" dropped");
            }
            text.append('\n');
        });
        return text.toString();
    }

    private long depth() {
        return path.chars().filter(character -> character == '/').count();
    }
}
