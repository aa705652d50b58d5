package dev.ropewalk.actor;

import java.util.Objects;
import java.util.function.Function;

/**
 * How a {@link Router} chooses the routee that gets a message. Immutable.
 *
 * @param <M> the type of the messages that it looks at, {@code Object} if at none
 */
public sealed interface Routing<M> {
    /** Each routee in turn. */
    static Routing<Object> roundRobin() {
        return new RoundRobin();
    }

    /** A random routee. */
    static Routing<Object> random() {
        return new Random();
    }

    /**
     * The routee with the fewest messages, the one that it handles included. Of each at most 64 are counted; among equals each
     * comes in turn. This looks at all routees for each message, until it finds an idle one. A router among the routees counts as
     * idle.
     */
    static Routing<Object> leastLoaded() {
        return new LeastLoaded();
    }

    /**
     * Messages with equal keys go to the same routee. When one of n routees comes or goes, about 1/n of the keys move, to it or
     * from it. The routees' paths decide which routee gets which keys. The idea is that of Karger et al., Consistent Hashing and Random
     * Trees, STOC 1997.
     *
     * @param key the key of a message; its {@code hashCode} is used. Called in the sender's thread, which gets what it throws
     */
    static <M> Routing<M> consistentHash(Function<? super M, ?> key) {
        return new ConsistentHash<>(key);
    }

    /** Every routee gets every message. */
    static Routing<Object> broadcast() {
        return new Broadcast();
    }

    /** See {@link #roundRobin()}. */
    record RoundRobin() implements Routing<Object> {}

    /** See {@link #random()}. */
    record Random() implements Routing<Object> {}

    /** See {@link #leastLoaded()}. */
    record LeastLoaded() implements Routing<Object> {}

    /** See {@link #consistentHash}. */
    record ConsistentHash<M>(Function<? super M, ?> key) implements Routing<M> {
        /** Refuses null. */
        public ConsistentHash {
            Objects.requireNonNull(key, "key");
        }
    }

    /** See {@link #broadcast()}. */
    record Broadcast() implements Routing<Object> {}
}
