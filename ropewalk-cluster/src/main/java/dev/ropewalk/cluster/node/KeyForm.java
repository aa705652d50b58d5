package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What nodes call a type of entities, and how they send its keys.
 *
 * @param name of the type, the same on all nodes
 * @param only the only key of a singleton; null for a type of users
 * @param write makes the bytes of a key
 * @param read makes a key of its bytes
 * @param <K> the type of the keys
 */
record KeyForm<K>(String name, @Nullable K only, Function<K, byte[]> write, Function<ByteBuffer, K> read) {
    private static final byte[] NOTHING = new byte[0];

    /** Before the names of singletons; those of types of users don't begin so. */
    private static final String SINGLETON = "$";

    /** Returns that of a type of users, whose keys are frames. */
    static <K> KeyForm<K> of(EntityType<K, ?> type, CodecRegistry codecs, Encoders encoders) {
        return new KeyForm<>(
                type.name(), null, key -> encoders.encode(NOTHING, key), bytes -> codecs.decode(bytes, type.keyType()));
    }

    /** Returns that of a singleton, whose only key needs no bytes. */
    static KeyForm<String> singleton(String name) {
        return new KeyForm<>(singletonName(name), name, key -> NOTHING, bytes -> name);
    }

    static String singletonName(String name) {
        return SINGLETON + name;
    }

    /** Returns whether a type is one of users. */
    static boolean isOfUsers(String type) {
        return !type.startsWith(SINGLETON);
    }
}
