package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.EntityFactory;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.codec.type.MethodCall;
import dev.ropewalk.cluster.proxy.EntityCalls;
import java.nio.ByteBuffer;

/**
 * How the messages of a type of entities are read: they are of its type, or calls of the interface that stands for it.
 *
 * @param codecs that read them
 * @param type of the messages, or the interface
 * @param isInterface whether it is one
 * @param <M> what messages are
 */
record MessageForm<M>(CodecRegistry codecs, Class<M> type, boolean isInterface) {
    /**
     * Returns that of a type.
     *
     * @throws IllegalArgumentException if its messages can't be sent
     */
    static <M> MessageForm<M> of(EntityType<?, M> type, CodecRegistry codecs, EntityFactory<?, ?> factory) {
        Class<M> messages = type.messageType();
        boolean isInterface = EntityCalls.isFactory(factory);
        if (isInterface && !codecs.hasInterface(messages)) {
            throw new IllegalArgumentException("the entities of '" + type.name() + "' are used by " + messages.getName()
                    + ", which the cluster's codecs don't know: register it by registerInterface");
        }
        if (!isInterface && codecs.hasInterface(messages)) {
            throw new IllegalArgumentException("the messages of '" + type.name() + "' are of the interface "
                    + messages.getName() + ", of which only calls can be sent: host it as an EntityInterface");
        }
        return new MessageForm<>(codecs, messages, isInterface);
    }

    /** Returns a message of this node as what it is. */
    @SuppressWarnings("unchecked") // calls are the messages of an interface
    M cast(Object message) {
        return isInterface ? (M) (Object) MethodCall.class.cast(message) : type.cast(message);
    }

    /**
     * Reads a message.
     *
     * @throws MalformedFrameException if it is none of these
     */
    M read(ByteBuffer frame) {
        if (!isInterface) {
            return codecs.decode(frame, type);
        }
        MethodCall call = codecs.decode(frame, MethodCall.class);
        if (call.method().owner() != type) {
            throw new MalformedFrameException(
                    Reason.UNEXPECTED_TYPE, 0, call.method() + " is no method of " + type.getName(), null);
        }
        return cast(call);
    }
}
