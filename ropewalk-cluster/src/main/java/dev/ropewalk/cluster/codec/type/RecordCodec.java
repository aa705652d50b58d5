package dev.ropewalk.cluster.codec.type;

import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import dev.ropewalk.cluster.codec.value.ValueCodec;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A record: how many fields are written, and the fields.
 *
 * <pre>
 *  +---------+---------+-----+---------+-----------+-----+-----------+
 *  | fields  | field 1 | ... | field k | field k+1 | ... | field n   |
 *  | varint  |     from the first      |  came later: length, value  |
 *  +---------+---------+-----+---------+-----------+-----+-----------+
 * </pre>
 *
 * <p>Records may hold each other, so all of them are made before any is linked.
 */
public final class RecordCodec implements TypeCodec {
    private final int id;
    private final Class<?> type;
    private List<RecordField> components = List.of();
    private int fields;
    private int fieldsFromTheFirst;

    /** Writes all fields of an object: (FrameOutput, Object)void. */
    private @Nullable MethodHandle writer;

    /** Reads a record of so many fields: (FrameInput, int)Object. */
    private @Nullable MethodHandle reader;

    /** Makes one that isn't linked. */
    public RecordCodec(int id, Class<?> type) {
        this.id = id;
        this.type = type;
    }

    /** Completes this, before it is used. */
    public void link(List<RecordField> all, MethodHandle writesAll, MethodHandle readsAll) {
        components = List.copyOf(all);
        fields = components.size();
        fieldsFromTheFirst =
                (int) components.stream().filter(field -> !field.isAppended()).count();
        writer = writesAll;
        reader = readsAll;
    }

    /** Returns what it is made of. */
    List<RecordField> components() {
        return components;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public Class<?> type() {
        return type;
    }

    @Override
    public void write(FrameOutput out, Object value) {
        out.enter();
        out.writeVarint(fields);
        try {
            Objects.requireNonNull(writer).invokeExact(out, value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new UndeclaredThrowableException(e);
        }
        out.leave();
    }

    @Override
    public Object read(FrameInput in) {
        in.enter();
        int written = in.readVarint();
        if (written < fieldsFromTheFirst) {
            throw in.malformed(
                    Reason.MISSING_FIELD,
                    type.getName() + " has " + fieldsFromTheFirst + " fields at least, not "
                            + Integer.toUnsignedString(written));
        }
        Object value;
        try {
            value = (Object) Objects.requireNonNull(reader).invokeExact(in, written);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new UndeclaredThrowableException(e);
        }
        for (int i = fields; i < written; i++) {
            in.skipRest(in.beginDelimited());
        }
        in.leave();
        return value;
    }

    @Override
    public boolean hasOneForm(Set<ValueCodec> asked) {
        return !asked.add(this)
                || components.stream().allMatch(field -> field.slot().codec().hasOneForm(asked));
    }
}
