package dev.ropewalk.actor;

import java.util.List;

/** What an actor was like at a moment. */
public record ActorSnapshot(String path, State state, long waiting, List<ActorSnapshot> children) {
    /** What an actor is about. */
    public enum State {
        /** Nothing waits. */
        IDLE,
        /** Handles messages, or will soon. */
        BUSY,
        /** Waits for room in another's mailbox. */
        WAITING_FOR_ROOM,
        /** Has failed, and waits for its supervisor or for a back-off to end. */
        FAILED,
        /** Waits for its children to stop. */
        STOPPING
    }
}
