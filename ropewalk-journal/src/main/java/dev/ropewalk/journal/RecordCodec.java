package dev.ropewalk.journal;

import static java.lang.invoke.MethodType.methodType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.RecordComponent;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Records with primitive components. Reflection looks once; what is called then are two method handles. */
final class RecordCodec<R extends Record> implements Codec<R> {
    private static final Map<Class<?>, ValueLayout> LAYOUTS = Map.of(
            boolean.class, ValueLayout.JAVA_BOOLEAN,
            byte.class, ValueLayout.JAVA_BYTE,
            short.class, ValueLayout.JAVA_SHORT_UNALIGNED,
            char.class, ValueLayout.JAVA_CHAR_UNALIGNED,
            int.class, ValueLayout.JAVA_INT_UNALIGNED,
            long.class, ValueLayout.JAVA_LONG_UNALIGNED,
            float.class, ValueLayout.JAVA_FLOAT_UNALIGNED,
            double.class, ValueLayout.JAVA_DOUBLE_UNALIGNED);

    private final Class<R> type;
    private final int size;
    // (MemorySegment, long, Record) void
    private final MethodHandle encoder;
    // (MemorySegment, long) Record
    private final MethodHandle decoder;

    private RecordCodec(Class<R> type, int size, MethodHandle encoder, MethodHandle decoder) {
        this.type = type;
        this.size = size;
        this.encoder = encoder;
        this.decoder = decoder;
    }

    static <R extends Record> RecordCodec<R> of(MethodHandles.Lookup lookup, Class<R> type) {
        try {
            return create(lookup, type);
        } catch (IllegalAccessException | NoSuchMethodException e) {
            throw new IllegalArgumentException(lookup + " may not use " + type.getName() + ": " + e.getMessage(), e);
        }
    }

    private static <R extends Record> RecordCodec<R> create(MethodHandles.Lookup lookup, Class<R> type)
            throws IllegalAccessException, NoSuchMethodException {
        RecordComponent[] components = type.getRecordComponents();
        MethodHandle encoder = MethodHandles.empty(methodType(void.class, MemorySegment.class, long.class, type));
        List<MethodHandle> readers = new ArrayList<>();
        long size = 0;
        for (RecordComponent component : components) {
            ValueLayout layout = layout(type, component);
            VarHandle field = at(layout, size);
            MethodHandle accessor = lookup.findVirtual(type, component.getName(), methodType(component.getType()));
            MethodHandle writer =
                    MethodHandles.filterArguments(field.toMethodHandle(VarHandle.AccessMode.SET), 2, accessor);
            encoder = MethodHandles.foldArguments(writer, encoder);
            readers.add(field.toMethodHandle(VarHandle.AccessMode.GET));
            size += layout.byteSize();
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        MethodHandle decoder = lookup.findConstructor(type, methodType(void.class, types));
        // Each parameter becomes the place where it lies, and then all these become one place.
        int[] places = new int[2 * types.length];
        for (int i = types.length - 1; i >= 0; i--) {
            decoder = MethodHandles.collectArguments(decoder, i, readers.get(i));
            places[2 * i + 1] = 1;
        }
        MethodHandle decoderAtOnePlace =
                MethodHandles.permuteArguments(decoder, methodType(type, MemorySegment.class, long.class), places);
        return new RecordCodec<>(
                type,
                (int) size,
                encoder.asType(methodType(void.class, MemorySegment.class, long.class, Record.class)),
                decoderAtOnePlace.asType(methodType(Record.class, MemorySegment.class, long.class)));
    }

    private static ValueLayout layout(Class<?> type, RecordComponent component) {
        ValueLayout layout = LAYOUTS.get(component.getType());
        if (layout == null) {
            throw new IllegalArgumentException("the component " + component.getName() + " of " + type.getName()
                    + " is a " + component.getType().getTypeName() + ", not of a primitive type");
        }
        return layout.withOrder(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the handle of a field that lies so many bytes after the place that is asked for. */
    private static VarHandle at(ValueLayout layout, long offset) throws IllegalAccessException, NoSuchMethodException {
        MethodHandle sum = MethodHandles.publicLookup()
                .findStatic(Long.class, "sum", methodType(long.class, long.class, long.class));
        return MethodHandles.filterCoordinates(layout.varHandle(), 1, MethodHandles.insertArguments(sum, 1, offset));
    }

    @Override
    public int size(R value) {
        return size;
    }

    @Override
    public void encode(R value, MemorySegment memory, long offset) {
        try {
            encoder.invokeExact(memory, offset, (Record) value);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    @Override
    public R decode(MemorySegment memory, long offset, int length) {
        if (length != size) {
            throw new IllegalArgumentException(
                    "a " + type.getName() + " has " + size + " bytes, and there are " + length);
        }
        try {
            return type.cast((Record) decoder.invokeExact(memory, offset));
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** What accessors and constructors of records throw is unchecked: the language allows nothing else there. */
    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return (RuntimeException) thrown;
    }
}
