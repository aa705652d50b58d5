package dev.ropewalk.cluster.codec;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.cluster.codec.build.Linker;
import dev.ropewalk.cluster.codec.frame.NoRefs;
import dev.ropewalk.cluster.codec.type.CustomCodec;
import dev.ropewalk.cluster.codec.type.EnumCodec;
import dev.ropewalk.cluster.codec.type.InterfaceCodec;
import dev.ropewalk.cluster.codec.type.InterfaceMethod;
import dev.ropewalk.cluster.codec.type.JdkCodec;
import dev.ropewalk.cluster.codec.type.RecordCodec;
import dev.ropewalk.cluster.codec.type.TypeCodec;
import dev.ropewalk.cluster.codec.value.JdkTypes;
import dev.ropewalk.cluster.codec.value.ValueCodec;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Takes the types of a {@link CodecRegistry}. An id is an agreement of all nodes: it must never be given to another type. Ids are from 1;
 * those up to 127 take a byte.
 *
 * <p>Not safe for use by several threads.
 */
public final class CodecRegistryBuilder {
    private final Map<Integer, Class<?>> types = new TreeMap<>();

    /** Each registry gets codecs of its own. */
    private final List<Supplier<TypeCodec>> codecs = new ArrayList<>();

    private final List<Class<?>> sealed = new ArrayList<>();
    private final List<Lookup> lookups = new ArrayList<>();
    private CodecLimits limits = CodecLimits.defaults();

    CodecRegistryBuilder() {}

    /**
     * Registers a record, or a type of the JDK that is sent by itself, such as {@link String}.
     *
     * @throws IllegalArgumentException if it is another type, or if the id or the type is registered before
     */
    public CodecRegistryBuilder register(int id, Class<?> type) {
        Objects.requireNonNull(type, "type");
        ValueCodec jdk = JdkTypes.codec(type);
        if (type.isRecord()) {
            add(id, type, () -> new RecordCodec(id, type));
        } else if (jdk != null && !type.isPrimitive()) {
            add(id, type, () -> new JdkCodec(id, type, jdk));
        } else {
            throw new IllegalArgumentException(type.getName() + " is no record: register "
                    + (type.isEnum() ? "an enum with the ids of its constants" : "it with a Codec"));
        }
        return this;
    }

    /**
     * Registers a type with a codec. Values may be of types below it that aren't registered.
     *
     * @throws IllegalArgumentException if the type is one of the JDK's with a codec, or if the id or the type is registered before
     */
    public <T> CodecRegistryBuilder register(int id, Class<T> type, Codec<T> codec) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(codec, "codec");
        if (JdkTypes.codec(type) != null) {
            throw new IllegalArgumentException(type.getName() + " has a codec");
        }
        add(id, type, () -> new CustomCodec<>(id, type, codec));
        return this;
    }

    /**
     * Registers an enum. Its constants may be renamed and put into another order; their ids must stay.
     *
     * @param constants the ids of all constants, from 0
     * @throws IllegalArgumentException if a constant has no id, two have the same, or if the id or the type is registered before
     */
    public <E extends Enum<E>> CodecRegistryBuilder registerEnum(int id, Class<E> type, Map<E, Integer> constants) {
        Objects.requireNonNull(type, "type");
        Map<E, Integer> given = Nulls.copy(constants, "constants");
        Map<E, Integer> ids = new EnumMap<>(type);
        ids.putAll(given);
        Set<Integer> used = new HashSet<>();
        for (E constant : type.getEnumConstants()) {
            Integer number = ids.get(constant);
            if (number == null) {
                throw new IllegalArgumentException(type.getName() + '.' + constant.name() + " has no id");
            } else if (number < 0) {
                throw new IllegalArgumentException(
                        type.getName() + '.' + constant.name() + " has the id " + number + ", which is negative");
            } else if (!used.add(number)) {
                throw new IllegalArgumentException(
                        type.getName() + '.' + constant.name() + " has the id " + number + ", as another constant");
            }
        }
        add(id, type, () -> new EnumCodec(id, type, ids));
        return this;
    }

    /**
     * Registers the records of a sealed type. {@link #build} checks that all that it permits is registered, here or elsewhere.
     *
     * @throws IllegalArgumentException if the type isn't sealed, a class isn't a record, or if an id or a type is registered before
     */
    public <S> CodecRegistryBuilder registerSealed(Class<S> type, Map<Class<? extends S>, Integer> records) {
        Objects.requireNonNull(type, "type");
        Map<Class<? extends S>, Integer> ids = Nulls.copy(records, "records");
        if (!type.isSealed()) {
            throw new IllegalArgumentException(type.getName() + " isn't sealed");
        }
        ids.forEach((record, id) -> register(id, record));
        sealed.add(type);
        return this;
    }

    /**
     * Registers an interface by which entities are used: its calls and their results can be sent. Each abstract method has a {@link MethodId} and returns {@code void}, {@link java.util.concurrent.CompletionStage} or {@link
     * java.util.concurrent.CompletableFuture}; {@link #build} checks that its parameters, and what the stage is of, can be components of a record. Values aren't of an interface: it can't be a component, nor the type of messages.
     *
     * @throws IllegalArgumentException if it isn't such an interface; the message names the methods. Or if the id or the type is registered before
     */
    public CodecRegistryBuilder registerInterface(int id, Class<?> type) {
        Objects.requireNonNull(type, "type");
        List<InterfaceMethod> methods = InterfaceMethod.of(type);
        add(id, type, () -> new InterfaceCodec(id, type, methods));
        return this;
    }

    /** Adds a lookup of a module whose records aren't accessible to everyone: {@code MethodHandles.lookup()} called there. */
    public CodecRegistryBuilder lookup(Lookup lookup) {
        lookups.add(Objects.requireNonNull(lookup, "lookup"));
        return this;
    }

    /** Sets how large frames may be; {@link CodecLimits#defaults} otherwise. */
    public CodecRegistryBuilder limits(CodecLimits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
        return this;
    }

    private void add(int id, Class<?> type, Supplier<TypeCodec> codec) {
        if (id < 1) {
            throw new IllegalArgumentException("the id of " + type.getName() + " must be positive, not " + id);
        } else if (types.containsKey(id)) {
            throw new IllegalArgumentException("the id " + id + " of " + type.getName() + " is that of "
                    + Objects.requireNonNull(types.get(id)).getName());
        } else if (types.containsValue(type)) {
            throw new IllegalArgumentException(type.getName() + " is registered before");
        }
        types.put(id, type);
        codecs.add(codec);
    }

    /**
     * Returns a registry of these types.
     *
     * @throws IllegalArgumentException if some of them can't be sent; the message names all, with what to do
     */
    public CodecRegistry build() {
        List<TypeCodec> made = codecs.stream().map(Supplier::get).toList();
        return new CodecRegistry(Linker.link(made, lookups, sealed), limits, new NoRefs());
    }
}
