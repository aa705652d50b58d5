package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.service.ClusterTopics;
import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Tells for whom a message was that has come from another node and can't be read or handed on: as much of it as can be read. Any thread may ask. */
final class Recipients {
    private static final String UNKNOWN = "?";

    private final String root;
    private final Function<String, PeerTypes.@Nullable Hosted> types;
    private final LongFunction<@Nullable ActorRef<?>> actors;
    private final LongFunction<String> channels;
    private final ClusterTopics topics;

    /**
     * Makes it.
     *
     * @param root what the paths of this node begin with
     * @param types finds a type by its name, null if there is none
     * @param actors finds an actor by its number, null if it has stopped
     * @param channels returns the path of the channel of a number
     */
    Recipients(
            String root,
            Function<String, PeerTypes.@Nullable Hosted> types,
            LongFunction<@Nullable ActorRef<?>> actors,
            LongFunction<String> channels,
            ClusterTopics topics) {
        this.root = root;
        this.types = types;
        this.actors = actors;
        this.channels = channels;
        this.topics = topics;
    }

    /** Returns the path of whom a message was for, with "?" for what can't be read of it. */
    String of(ByteBuffer whole) {
        try {
            ByteBuffer from = whole.duplicate();
            return switch (Envelope.readKind(from)) {
                case Envelope.ENTITY, Envelope.RELIABLE -> entity(from);
                case Envelope.ACTOR -> actor(from.getLong());
                case Envelope.ELEMENT -> channels.apply(from.getLong());
                case Envelope.TOPIC -> topics.readPath(from).orElse(UNKNOWN);
                default -> UNKNOWN;
            };
        } catch (Throwable unreadable) { // whoever asks has the failure that counts
            return UNKNOWN;
        }
    }

    private String entity(ByteBuffer from) {
        String name = Envelope.readName(from);
        PeerTypes.Hosted type = types.apply(name);
        return type == null ? root + "/" + name + "/" + UNKNOWN : type.pathOf(Envelope.readPart(from));
    }

    private String actor(long id) {
        ActorRef<?> actor = actors.apply(id);
        return actor == null ? root + "/#" + id : actor.path();
    }
}
