package dev.ropewalk.cluster.codec.type;

import static java.lang.invoke.MethodType.methodType;

import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import dev.ropewalk.cluster.codec.value.Slot;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * One method handle that writes a record, and one that reads it, put together from those of its components. Nothing is looked up when
 * a record is written or read, and components of primitive types aren't boxed.
 */
public final class RecordHandles {
    private static final Lookup OWN = MethodHandles.lookup();
    private static final Map<Class<?>, String> PRIMITIVES = Map.of(
            boolean.class, "Boolean",
            byte.class, "Byte",
            short.class, "Short",
            char.class, "Char",
            int.class, "Int",
            long.class, "Long",
            float.class, "Float",
            double.class, "Double");
    private static final MethodType WRITES_A_VALUE = methodType(void.class, FrameOutput.class, Object.class);
    private static final MethodType READS_A_RECORD = methodType(Object.class, FrameInput.class, int.class);
    private static final MethodHandle WRITE_SLOT = own(Slot.class, "write", WRITES_A_VALUE);
    private static final MethodHandle READ_SLOT = own(Slot.class, "read", methodType(Object.class, FrameInput.class));
    private static final MethodHandle WRITE_APPENDED = own(RecordField.class, "writeAppended", WRITES_A_VALUE);
    private static final MethodHandle READ_APPENDED = own(RecordField.class, "readAppended", READS_A_RECORD);
    private static final MethodHandle REJECT = reject();

    private final Lookup lookup;
    private final Class<?> type;
    private final RecordComponent[] components;

    /** Takes what a lookup sees of a record. */
    public RecordHandles(Lookup lookup, Class<?> type) {
        this.lookup = lookup;
        this.type = type;
        components = type.getRecordComponents();
    }

    private static MethodHandle own(Class<?> holder, String name, MethodType type) {
        try {
            return OWN.findVirtual(holder, name, type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name, e);
        }
    }

    private static MethodHandle reject() {
        try {
            return OWN.findStatic(
                    RecordHandles.class,
                    "reject",
                    methodType(MalformedFrameException.class, Class.class, Exception.class, FrameInput.class));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("reject", e);
        }
    }

    static MalformedFrameException reject(Class<?> type, Exception thrown, FrameInput in) {
        return in.malformed(Reason.REJECTED, "the constructor of " + type.getName() + " has thrown " + thrown, thrown);
    }

    /**
     * Returns what writes the fields: (FrameOutput, Object)void.
     *
     * @throws IllegalAccessException if an accessor can't be called
     */
    public MethodHandle writer(List<RecordField> fields) throws IllegalAccessException {
        MethodHandle all = MethodHandles.empty(methodType(void.class, FrameOutput.class, type));
        for (RecordField field : fields.reversed()) {
            MethodHandle accessor = lookup.unreflect(components[field.index()].getAccessor());
            MethodHandle write = write(field, accessor.type().returnType());
            all = MethodHandles.foldArguments(all, MethodHandles.collectArguments(write, 1, accessor));
        }
        return all.asType(WRITES_A_VALUE);
    }

    private static MethodHandle write(RecordField field, Class<?> type) {
        if (field.isAppended()) {
            return WRITE_APPENDED.bindTo(field).asType(methodType(void.class, FrameOutput.class, type));
        } else if (type.isPrimitive()) {
            return own(FrameOutput.class, "write" + PRIMITIVES.get(type), methodType(void.class, type));
        }
        return WRITE_SLOT.bindTo(field.slot()).asType(methodType(void.class, FrameOutput.class, type));
    }

    /**
     * Returns what reads a record: (FrameInput, int)Object.
     *
     * @throws IllegalAccessException if the constructor can't be called
     */
    public MethodHandle reader(List<RecordField> fields) throws IllegalAccessException {
        MethodHandle all = constructor();
        // The handle that is put in last is called first.
        for (RecordField field : fields.reversed()) {
            int index = field.index();
            all = MethodHandles.collectArguments(all, index + 1, read(field, components[index].getType()));
        }
        int[] order = all.type().parameterList().stream()
                .mapToInt(parameter -> parameter == FrameInput.class ? 0 : 1)
                .toArray();
        return MethodHandles.permuteArguments(
                all.asType(all.type().changeReturnType(Object.class)), READS_A_RECORD, order);
    }

    private static MethodHandle read(RecordField field, Class<?> type) {
        if (field.isAppended()) {
            return READ_APPENDED.bindTo(field).asType(READS_A_RECORD.changeReturnType(type));
        } else if (type.isPrimitive()) {
            return own(FrameInput.class, "read" + PRIMITIVES.get(type), methodType(type));
        }
        return READ_SLOT.bindTo(field.slot()).asType(methodType(type, FrameInput.class));
    }

    /** Returns the constructor, with the frame before its parameters: what it throws is told with the place in the frame. */
    private MethodHandle constructor() throws IllegalAccessException {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        MethodHandle constructor;
        try {
            constructor = lookup.findConstructor(type, methodType(void.class, types));
        } catch (NoSuchMethodException e) {
            throw new AssertionError("records have this constructor", e);
        }
        MethodHandle rejecting = MethodHandles.filterReturnValue(
                REJECT.bindTo(type), MethodHandles.throwException(type, MalformedFrameException.class));
        return MethodHandles.catchException(
                MethodHandles.dropArguments(constructor, 0, FrameInput.class), Exception.class, rejecting);
    }
}
