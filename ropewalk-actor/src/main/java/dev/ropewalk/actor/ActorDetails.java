package dev.ropewalk.actor;

import dev.ropewalk.actor.ActorSnapshot.State;
import java.util.Objects;
import java.util.Optional;

/**
 * What is known of one actor, for those who look from outside.
 *
 * @param path of the actor
 * @param type the class of its code; of a lambda the class that has it
 * @param state what it was about
 * @param mailbox what kind of mailbox it has
 * @param waiting how many messages waited in its mailbox, at most 100 000 counted
 * @param processed how many messages were given to it, the one being handled included
 * @param failures how often its code has thrown, so that its supervisor had to decide
 * @param lastFailure what it has thrown last, the first 300 characters of it
 * @param restarts how often it has gone on with a new behaviour
 * @param dropped how many messages it has lost because its mailbox was full
 * @param children how many children it had
 * @param watchers how many are told of its stop
 * @param messages of which classes its messages were lately; empty when nobody has asked for a minute
 */
public record ActorDetails(
        String path,
        String type,
        State state,
        String mailbox,
        long waiting,
        long processed,
        long failures,
        Optional<String> lastFailure,
        long restarts,
        long dropped,
        int children,
        int watchers,
        MessageSample messages) {
    /** Checks that nothing is null. */
    public ActorDetails {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(mailbox, "mailbox");
        Objects.requireNonNull(lastFailure, "lastFailure");
        Objects.requireNonNull(messages, "messages");
    }
}
