package dev.ropewalk.cluster.codec.type;

import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import dev.ropewalk.cluster.codec.frame.FrameTypes;
import dev.ropewalk.cluster.codec.value.ValueCodec;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The registered types. Immutable; what isn't here is never made from a frame. */
public final class TypeTable implements FrameTypes {
    private final int[] ids;
    private final TypeCodec[] codecs;
    private final Map<Class<?>, TypeCodec> byType;

    /** Those whose calls can be written. No value is of such a type. */
    private final Map<Class<?>, InterfaceCodec> interfaces;

    /** Types with a codec of their users' that others may be below. */
    private final TypeCodec[] open;

    /** Those that are complete, by their names: registered ones, and what is above these. */
    private final Map<String, Class<?>> named = new HashMap<>();

    /** Makes one of types of which no two have the same id. */
    public TypeTable(Collection<? extends TypeCodec> types) {
        codecs = types.stream().sorted(Comparator.comparingInt(TypeCodec::id)).toArray(TypeCodec[]::new);
        ids = Arrays.stream(codecs).mapToInt(TypeCodec::id).toArray();
        byType = types.stream()
                .filter(codec -> !(codec instanceof InterfaceCodec))
                .collect(Collectors.toUnmodifiableMap(TypeCodec::type, Function.identity()));
        interfaces = types.stream()
                .filter(InterfaceCodec.class::isInstance)
                .collect(Collectors.toUnmodifiableMap(TypeCodec::type, InterfaceCodec.class::cast));
        open = Arrays.stream(codecs).filter(TypeTable::isOpen).toArray(TypeCodec[]::new);
        byType.keySet().forEach(this::name);
    }

    /** Notes the names of a type, and of all above it, that are complete. */
    private void name(Class<?> type) {
        if (isComplete(type)) {
            named.put(type.getName(), type);
        }
        if (type.getSuperclass() != null) {
            name(type.getSuperclass());
        }
        for (Class<?> above : type.getInterfaces()) {
            name(above);
        }
    }

    /** Returns the complete type of a name, or null. */
    public @Nullable Class<?> named(String name) {
        return named.get(name);
    }

    private static boolean isOpen(TypeCodec codec) {
        return codec instanceof CustomCodec<?> && !Modifier.isFinal(codec.type().getModifiers());
    }

    /** Returns the codec of exactly this type, or null. */
    public @Nullable TypeCodec exactly(Class<?> type) {
        return byType.get(type);
    }

    /** Returns whether calls of an interface can be written. */
    public boolean hasInterface(Class<?> type) {
        return interfaces.containsKey(type);
    }

    /** Returns whether a type is here, or is sealed and all that it permits is. */
    public boolean isComplete(Class<?> type) {
        return byType.containsKey(type)
                || Arrays.stream(open).anyMatch(each -> each.type().isAssignableFrom(type))
                || (type.isSealed()
                        && Arrays.stream(type.getPermittedSubclasses()).allMatch(this::isComplete));
    }

    /** Returns what each type is made of, in words, by its id. */
    public SortedMap<Integer, String> shapes() {
        SortedMap<Integer, String> shapes = new TreeMap<>();
        for (TypeCodec codec : codecs) {
            shapes.put(codec.id(), TypeShape.of(codec));
        }
        return Collections.unmodifiableSortedMap(shapes);
    }

    /** Returns whether equal values of a type, and of those below it, are always written as equal bytes. */
    public boolean hasOneForm(Class<?> type) {
        return hasOneForm(type, new HashSet<>());
    }

    boolean hasOneForm(Class<?> type, Set<ValueCodec> asked) {
        return Arrays.stream(codecs)
                .filter(codec -> type.isAssignableFrom(codec.type()))
                .allMatch(codec -> codec.hasOneForm(asked));
    }

    @Override
    public void write(FrameOutput out, Object value) {
        TypeCodec codec = codecOf(value);
        out.writeVarint(codec.id());
        codec.write(out, value);
    }

    private TypeCodec codecOf(Object value) {
        if (value instanceof InterfaceValue ofInterface) {
            return codecOf(ofInterface);
        }
        Class<?> type = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        TypeCodec codec = byType.get(type);
        if (codec != null) {
            return codec;
        }
        for (TypeCodec each : open) {
            if (each.type().isInstance(value)) {
                return each;
            }
        }
        throw new EncodingException(type.getName() + " isn't registered");
    }

    private TypeCodec codecOf(InterfaceValue value) {
        TypeCodec codec = interfaces.get(value.method().owner());
        if (codec == null) {
            throw new EncodingException(
                    "the interface " + value.method().owner().getName() + " isn't registered");
        }
        return codec;
    }

    @Override
    public Object read(FrameInput in, Class<?> type) {
        int id = in.readVarint();
        int index = Arrays.binarySearch(ids, id);
        if (index < 0) {
            throw in.malformed(Reason.UNKNOWN_TYPE, "no type has the id " + Integer.toUnsignedString(id));
        }
        TypeCodec codec = codecs[index];
        if (codec instanceof InterfaceCodec ofInterface) {
            return ofInterface.read(in, type);
        }
        if (!type.isAssignableFrom(codec.type())) {
            throw in.malformed(
                    Reason.UNEXPECTED_TYPE, codec.type().getName() + ", of the id " + id + ", is no " + type.getName());
        }
        return codec.read(in);
    }
}
