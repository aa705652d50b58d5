package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorFactory;

/**
 * A factory of an actor that users know by something else than its path: by the key of an entity, for instance.
 *
 * @param <M> the type of the actor's messages
 */
public interface LabelledFactory<M> extends ActorFactory<M> {
    /** Returns what stands behind the path where a failure of the actor, or its full mailbox, is told; may be code of users. */
    String label();

    /** Returns a path, and behind it the label of the actor if its factory has one. */
    static String shown(String path, ActorFactory<?> factory) {
        if (!(factory instanceof LabelledFactory<?> labelled)) {
            return path;
        }
        try {
            return path + " (" + labelled.label() + ")";
        } catch (RuntimeException | Error thrown) { // by the label: the failure is to be logged without it
            return path;
        }
    }
}
