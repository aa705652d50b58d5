package dev.ropewalk.cluster.codec;

import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.codec.frame.FrameHead;
import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.type.TypeTable;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The types that nodes send each other, with their ids: writes values of them as frames, and reads frames.
 *
 * {@snippet class="dev.ropewalk.cluster.codec.snippets.CodecSnippets" region="registry" :
 * CodecRegistry registry = CodecRegistry.builder()
 *         .register(1, Place.class)
 *         .register(2, Cancel.class)
 *         .register(3, Item.class)
 *         .registerEnum(4, Colour.class, Map.of(Colour.RED, 1, Colour.GREEN, 2))
 *         .build();
 *
 * byte[] frame = registry.encode(new Cancel(17, "sold out"));
 * Command command = registry.decode(frame, Command.class);
 * }
 *
 * <p>A frame has a type's id, not its name. A type that isn't registered is never looked up, loaded or made. How a frame looks, and what
 * may be changed in a type while nodes know different versions of it, is said by the {@linkplain dev.ropewalk.cluster.codec package}.
 *
 * <p>Immutable; threads may share it.
 */
public final class CodecRegistry {
    private final TypeTable types;
    private final CodecLimits limits;
    private final ActorRefCodec refs;

    CodecRegistry(TypeTable types, CodecLimits limits, ActorRefCodec refs) {
        this.types = types;
        this.limits = limits;
        this.refs = refs;
    }

    /** Returns a builder without any types. */
    public static CodecRegistryBuilder builder() {
        return new CodecRegistryBuilder();
    }

    /** Returns how large frames may be. */
    public CodecLimits limits() {
        return limits;
    }

    /**
     * Returns the same types, with components that are refs of actors written by this codec. Without one such values can't be written. A cluster does
     * this itself with the registry that it is given.
     */
    public CodecRegistry actorRefs(ActorRefCodec codec) {
        return new CodecRegistry(types, limits, Objects.requireNonNull(codec, "codec"));
    }

    /**
     * Returns whether all values of a type can be written as messages: it is registered, or is sealed and all that it permits is. Of other types some values may be, or
     * none.
     */
    public boolean isRegistered(Class<?> type) {
        return types.isComplete(Objects.requireNonNull(type, "type"));
    }

    /** Returns whether calls of an {@linkplain CodecRegistryBuilder#registerInterface interface} can be written. */
    public boolean hasInterface(Class<?> type) {
        return types.hasInterface(Objects.requireNonNull(type, "type"));
    }

    /**
     * Returns whether equal values of a type are always written as equal bytes, as those of keys must be. Values with a set, a map, an array or a ref of an actor in them aren't. A {@link Codec} of a
     * user's, and a record with an {@code equals} of its own, are believed to.
     */
    public boolean hasOneForm(Class<?> type) {
        return types.hasOneForm(Objects.requireNonNull(type, "type"));
    }

    /**
     * Returns the type of a name, as {@link Class#getName} has it, of which all values can be written: one that is registered, or one above these that is sealed and {@linkplain #isRegistered
     * registered} in whole. No class is loaded for that.
     */
    public Optional<Class<?>> typeNamed(String name) {
        return Optional.ofNullable(types.named(Objects.requireNonNull(name, "name")));
    }

    /**
     * Returns what each type is made of, in words, by its id. Nodes of a cluster compare these when they meet, and log types that one of them would misread. A test can keep the texts of one version to compare them with the
     * next.
     */
    public SortedMap<Integer, String> shapes() {
        return types.shapes();
    }

    /** Returns an encoder for one thread, which uses its memory again. */
    public FrameEncoder encoder() {
        return new FrameEncoder(types, limits, refs);
    }

    /**
     * Returns a value as a frame.
     *
     * @throws EncodingException if it can't be written
     */
    public byte[] encode(Object message) {
        return encoder().encode(message);
    }

    /**
     * Reads a frame with a value of any registered type.
     *
     * @throws MalformedFrameException if these bytes aren't a frame
     */
    public Object decode(byte[] frame) {
        return decode(frame, Object.class);
    }

    /**
     * Reads a frame with a value of this type or one below it; no other is made.
     *
     * @throws MalformedFrameException if these bytes aren't such a frame
     */
    public <T> T decode(byte[] frame, Class<T> type) {
        Objects.requireNonNull(frame, "frame");
        return type.cast(decode(frame, 0, frame.length, Objects.requireNonNull(type, "type")));
    }

    /**
     * Reads a frame with a value of this type or one below it, from a buffer's position to its limit. The position is at the limit
     * thereafter, or unchanged if this throws.
     *
     * @throws MalformedFrameException if these bytes aren't such a frame
     */
    public <T> T decode(ByteBuffer frame, Class<T> type) {
        Objects.requireNonNull(frame, "frame");
        Objects.requireNonNull(type, "type");
        int length = frame.remaining();
        Object value;
        if (frame.hasArray()) {
            value = decode(frame.array(), frame.arrayOffset() + frame.position(), length, type);
        } else {
            FrameInput.checkSize(length, limits);
            byte[] copy = new byte[length];
            frame.get(frame.position(), copy);
            value = decode(copy, 0, length, type);
        }
        frame.position(frame.limit());
        return type.cast(value);
    }

    private Object decode(byte[] bytes, int start, int length, Class<?> type) {
        FrameInput.checkSize(length, limits);
        var in = new FrameInput(types, limits, refs, bytes, start, length);
        FrameHead.read(in);
        Object value;
        try {
            value = types.read(in, type);
        } catch (StackOverflowError e) {
            throw in.malformed(Reason.TOO_DEEP, "values are nested deeper than the thread's stack is", e);
        }
        in.checkEnd();
        return value;
    }
}
