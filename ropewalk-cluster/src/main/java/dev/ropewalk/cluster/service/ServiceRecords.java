package dev.ropewalk.cluster.service;

import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.base.Names;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What control records about services and topics have behind their kind, repeated:
 *
 * <pre>
 *  services   1 | key | number of the actor, 8 bytes | length, path of the actor   it is registered
 *             0 | key | number of the actor, 8 bytes                               it isn't any more
 *  topics     1 | key                                                              it has subscribers here
 *             0 | key                                                              it has none any more
 *
 *  key        length, name | length, name of the type of the messages
 * </pre>
 *
 * <p>Lengths are of 2 bytes without sign, texts in UTF-8. Whoever reads this throws {@link BufferUnderflowException} if there is less than that.
 */
final class ServiceRecords {
    private static final int MAX_LENGTH = 0xFFFF;

    private ServiceRecords() {}

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Refuses what can't be told, or whose messages can't be sent.
     *
     * @param what the key is of
     */
    static void check(ServiceKey<?> key, CodecRegistry codecs, String what) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(key.name())) { // it would be another one on other nodes
            throw new IllegalArgumentException("the name of a " + what
                    + " must have no half of a surrogate pair, but is '" + Names.shown(key.name()) + "'");
        }
        checkLength("the name of a " + what, key.name());
        if (!codecs.typeNamed(key.type().getName()).equals(Optional.of(key.type()))) {
            throw new IllegalArgumentException("the messages of the " + what + " '" + key.name() + "' are of "
                    + key.type().getName()
                    + ", which the cluster's codecs don't know: register it, or all that it permits if it is sealed");
        }
    }

    /** Refuses an actor whose path can't be told. */
    static void checkPath(String path) {
        checkLength("the path of an actor that is registered", path);
    }

    private static void checkLength(String what, String text) {
        int length = bytes(text).length;
        if (length > MAX_LENGTH) {
            throw new IllegalArgumentException(what + " must have at most " + MAX_LENGTH + " bytes in UTF-8, but has "
                    + length + ": '" + Names.shown(text) + "'");
        }
    }

    static byte[] key(ServiceKey<?> key) {
        byte[] name = bytes(key.name());
        byte[] type = bytes(key.type().getName());
        ByteBuffer to = ByteBuffer.allocate(2 * Short.BYTES + name.length + type.length);
        put(to, name);
        put(to, type);
        return to.array();
    }

    private static void put(ByteBuffer to, byte[] part) {
        to.putShort((short) part.length).put(part);
    }

    /** Returns what stands before messages to the subscribers of a topic. */
    static byte[] head(byte kind, ServiceKey<?> topic) {
        byte[] part = key(topic);
        return ByteBuffer.allocate(1 + part.length).put(kind).put(part).array();
    }

    static byte[] topic(ServiceKey<?> key, boolean hasSubscribers) {
        byte[] part = key(key);
        return ByteBuffer.allocate(1 + part.length)
                .put(flag(hasSubscribers))
                .put(part)
                .array();
    }

    static byte[] registered(ServiceKey<?> key, long id, String path) {
        byte[] part = key(key);
        byte[] where = bytes(path);
        ByteBuffer to = ByteBuffer.allocate(1 + part.length + Long.BYTES + Short.BYTES + where.length);
        put(to.put(flag(true)).put(part).putLong(id), where);
        return to.array();
    }

    static byte[] deregistered(ServiceKey<?> key, long id) {
        byte[] part = key(key);
        return ByteBuffer.allocate(1 + part.length + Long.BYTES)
                .put(flag(false))
                .put(part)
                .putLong(id)
                .array();
    }

    private static byte flag(boolean isSo) {
        return (byte) (isSo ? 1 : 0);
    }

    static boolean readFlag(ByteBuffer from) {
        return from.get() != 0;
    }

    /** Reads a key; empty if its type isn't known here. */
    static Optional<ServiceKey<?>> readKey(ByteBuffer from, CodecRegistry codecs) {
        String name = readText(from);
        String type = readText(from);
        return codecs.typeNamed(type).map(known -> new ServiceKey<>(name, known));
    }

    static String readText(ByteBuffer from) {
        int length = Short.toUnsignedInt(from.getShort());
        if (length > from.remaining()) {
            throw new BufferUnderflowException();
        }
        String text = StandardCharsets.UTF_8
                .decode(from.slice(from.position(), length))
                .toString();
        from.position(from.position() + length);
        return text;
    }
}
