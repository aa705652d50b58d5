package dev.ropewalk.cluster;

import dev.ropewalk.base.Names;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A type of entities: what its keys and messages are. Two are the same if all three parts are.
 *
 * @param name distinguishes the types of a cluster; not empty, at most 1,000 bytes in UTF-8, without a slash, and not beginning with a dollar sign
 * @param keyType of the keys, which must have {@code equals} and {@code hashCode}; on many nodes equal keys must be written as equal bytes, which those with a set, a map or an array in them aren't
 * @param messageType of the messages, often a sealed interface
 * @param <K> the type of the keys
 * @param <M> the type of the messages
 */
public record EntityType<K, M>(String name, Class<K> keyType, Class<M> messageType) {
    private static final int MAX_NAME_BYTES = 1000;

    /** Checks the parts. */
    public EntityType {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(keyType, "keyType");
        Objects.requireNonNull(messageType, "messageType");
        if (name.isEmpty() || name.indexOf('/') >= 0 || name.charAt(0) == '$') {
            throw new IllegalArgumentException(
                    "the name of an entity type must not be empty, contain '/' or begin with '$', but is '"
                            + Names.shown(name) + "'");
        }
        if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES
                || !StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw new IllegalArgumentException("the name of an entity type must have at most " + MAX_NAME_BYTES
                    + " bytes in UTF-8, and no half of a surrogate pair, but is '" + Names.shown(name) + "'");
        }
        refusePrimitive("keyType", keyType);
        refusePrimitive("messageType", messageType);
        if (keyType.isArray()) {
            throw new IllegalArgumentException(
                    "keyType must have equals by content, but is " + keyType.getTypeName() + "; put it into a list");
        }
    }

    private static void refusePrimitive(String part, Class<?> type) {
        if (type.isPrimitive()) {
            throw new IllegalArgumentException(
                    part + " must be a class of objects, but is the primitive type " + type + "; its wrapper will do");
        }
    }

    /** Returns a type of entities. */
    public static <K, M> EntityType<K, M> of(String name, Class<K> keyType, Class<M> messageType) {
        return new EntityType<>(name, keyType, messageType);
    }
}
