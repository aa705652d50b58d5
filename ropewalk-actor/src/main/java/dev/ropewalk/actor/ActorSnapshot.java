package dev.ropewalk.actor;

import java.util.List;
import java.util.stream.Stream;

/**
 * What an actor was like at a moment.
 *
 * @param path of the actor
 * @param state what it was about
 * @param waiting how many messages waited in its mailbox, the one being handled not counted; a guess while they come and go
 * @param children the living ones, oldest first
 */
public record ActorSnapshot(String path, State state, long waiting, List<ActorSnapshot> children) {
    /** What an actor is about. */
    public enum State {
        /** Nothing is handled and nothing waits. */
        IDLE,
        /** Handles messages, or soon will. */
        BUSY,
        /** Waits for room in another's mailbox. */
        WAITING_FOR_ROOM,
        /** Has failed, and waits for its supervisor or for a back-off to end. */
        FAILED,
        /** Is stopping, or waits for its children to stop. */
        STOPPING
    }

    /** Makes a copy of the list. */
    public ActorSnapshot {
        children = List.copyOf(children);
    }

    /** Returns this and everything below. */
    public Stream<ActorSnapshot> all() {
        return Stream.concat(Stream.of(this), children.stream().flatMap(ActorSnapshot::all));
    }

    /** Returns the tree as text, an actor a line. */
    public String toTree() {
        var text = new StringBuilder();
        print(text, 0);
        return text.toString();
    }

    private void print(StringBuilder text, int depth) {
        String name = depth == 0 ? path : path.substring(path.lastIndexOf('/') + 1);
        text.append("  ".repeat(depth)).append(name).append("  ").append(state);
        if (waiting > 0) {
            text.append(", ").append(waiting).append(" waiting");
        }
        text.append('\n');
        children.forEach(child -> child.print(text, depth + 1));
    }
}
