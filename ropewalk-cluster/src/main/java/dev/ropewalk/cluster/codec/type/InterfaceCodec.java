package dev.ropewalk.cluster.codec.type;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import dev.ropewalk.cluster.codec.type.MethodResult.Failure;
import dev.ropewalk.cluster.codec.value.Slot;
import dev.ropewalk.cluster.codec.value.ValueCodec;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The calls of an interface, and their results.
 *
 * <pre>
 *  call     0 | number of the method, varint | ref of who is answered, if it returns something | arguments
 *  result   1 | number of the method, varint | result, if there is one
 *  failure  2 | number of the method, varint | host, port and incarnation of the node | text
 * </pre>
 */
public final class InterfaceCodec implements TypeCodec {
    private static final byte CALL = 0;
    private static final byte RESULT = 1;
    private static final byte FAILURE = 2;

    private final int id;
    private final Class<?> type;
    private final List<InterfaceMethod> methods;
    private int[] ids = {};
    private MethodSlots[] slots = {};

    /** Makes one that isn't linked. */
    public InterfaceCodec(int id, Class<?> type, List<InterfaceMethod> methods) {
        this.id = id;
        this.type = type;
        this.methods = methods;
    }

    /** Completes this, before it is used. */
    public void link(List<MethodSlots> all) {
        slots = all.stream()
                .sorted(Comparator.comparingInt(each -> each.method().id()))
                .toArray(MethodSlots[]::new);
        ids = Arrays.stream(slots).mapToInt(each -> each.method().id()).toArray();
    }

    /** Returns the methods. */
    public List<InterfaceMethod> methods() {
        return methods;
    }

    /** Returns the methods on the wire, by their numbers. */
    List<MethodSlots> slots() {
        return List.of(slots);
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public Class<?> type() {
        return type;
    }

    // Writing

    @Override
    public void write(FrameOutput out, Object value) {
        out.enter();
        switch ((InterfaceValue) value) {
            case MethodCall call -> write(out, call);
            case MethodResult result -> write(out, result);
        }
        out.leave();
    }

    private void write(FrameOutput out, MethodCall call) {
        MethodSlots method = begin(out, CALL, call);
        ActorRef<Object> replyTo = call.replyTo();
        if (replyTo != null) {
            out.writeRef(replyTo);
        }
        @Nullable Object[] arguments = call.arguments();
        for (int i = 0; i < arguments.length; i++) {
            method.parameters().get(i).write(out, arguments[i]);
        }
    }

    private void write(FrameOutput out, MethodResult result) {
        Failure failure = result.failure();
        if (failure != null) {
            var ignored = begin(out, FAILURE, result);
            out.writeString(failure.host());
            out.writeInt(failure.port());
            out.writeLong(failure.incarnation());
            out.writeString(failure.text());
            return;
        }
        Slot slot = begin(out, RESULT, result).result();
        if (slot != null) {
            slot.write(out, result.value());
        }
    }

    private MethodSlots begin(FrameOutput out, byte kind, InterfaceValue value) {
        int number = value.method().id();
        MethodSlots method = find(number);
        if (method == null) {
            throw new EncodingException(value.method() + " isn't registered");
        }
        out.writeByte(kind);
        out.writeVarint(number);
        return method;
    }

    private @Nullable MethodSlots find(int number) {
        int index = Arrays.binarySearch(ids, number);
        return index < 0 ? null : slots[index];
    }

    // Reading

    @Override
    public Object read(FrameInput in) {
        in.enter();
        byte kind = in.readByte();
        int number = in.readVarint();
        MethodSlots method = find(number);
        if (method == null) {
            throw in.malformed(
                    Reason.UNKNOWN_METHOD,
                    type.getName() + " has no method of the number " + Integer.toUnsignedString(number));
        }
        InterfaceValue value = switch (kind) {
            case CALL -> readCall(in, method);
            case RESULT -> new MethodResult(method.method(), readResult(in, method), null);
            case FAILURE -> new MethodResult(method.method(), null, readFailure(in));
            default -> throw in.malformed(Reason.OUT_OF_RANGE, "nothing of an interface is of the kind " + kind);
        };
        in.leave();
        return value;
    }

    @SuppressWarnings("unchecked") // who asks takes any answer, and looks at it
    private static MethodCall readCall(FrameInput in, MethodSlots method) {
        ActorRef<Object> replyTo = method.method().isTell() ? null : (ActorRef<Object>) in.readRef();
        List<Slot> parameters = method.parameters();
        var arguments = new @Nullable Object[parameters.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = parameters.get(i).read(in);
        }
        return new MethodCall(method.method(), arguments, replyTo);
    }

    private static @Nullable Object readResult(FrameInput in, MethodSlots method) {
        Slot slot = method.result();
        return slot == null ? null : slot.read(in);
    }

    private static Failure readFailure(FrameInput in) {
        return new Failure(in.readString(), in.readInt(), in.readLong(), in.readString(), null);
    }

    /** Reads a value that must be of some type. */
    Object read(FrameInput in, Class<?> wanted) {
        Object value = read(in);
        if (!wanted.isInstance(value)) {
            throw in.malformed(
                    Reason.UNEXPECTED_TYPE,
                    "a call or a result of " + type.getName() + ", of the id " + id + ", is no " + wanted.getName());
        }
        return Objects.requireNonNull(value);
    }

    @Override
    public boolean hasOneForm(Set<ValueCodec> asked) {
        return false; // they are no keys
    }
}
