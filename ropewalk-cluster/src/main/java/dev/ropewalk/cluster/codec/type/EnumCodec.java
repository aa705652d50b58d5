package dev.ropewalk.cluster.codec.type;

import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An enum: the id of the constant, which is what it was registered with, whatever its place or name is. */
public final class EnumCodec implements TypeCodec {
    private final int id;
    private final Class<?> type;
    private final Map<?, Integer> ids;
    private final Map<Integer, Enum<?>> constants = new HashMap<>();

    /** Makes one; all constants have ids. */
    public <E extends Enum<E>> EnumCodec(int id, Class<E> type, Map<E, Integer> ids) {
        this.id = id;
        this.type = type;
        this.ids = new EnumMap<>(ids);
        ids.forEach((constant, number) -> constants.put(number, constant));
    }

    /** Returns the ids with the names of their constants, in order. */
    List<String> inWords() {
        return constants.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each -> each.getKey() + "=" + each.getValue().name())
                .toList();
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
    public boolean isSafeInHashes() {
        return true;
    }

    @Override
    public void write(FrameOutput out, Object value) {
        Integer number = ids.get(value);
        if (number == null) {
            throw new EncodingException(value + " is no " + type.getName());
        }
        out.writeVarint(number);
    }

    @Override
    public Object read(FrameInput in) {
        int number = in.readVarint();
        Enum<?> constant = constants.get(number);
        if (constant == null) {
            throw in.malformed(
                    Reason.UNKNOWN_CONSTANT,
                    type.getName() + " has no constant with the id " + Integer.toUnsignedString(number));
        }
        return constant;
    }
}
