package dev.ropewalk.cluster.codec.type;

import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import dev.ropewalk.cluster.codec.value.ValueCodec;
import java.util.Set;

/**
 * A type of the JDK that is sent by itself.
 *
 * @param codec of the type where it is part of a record
 */
public record JdkCodec(int id, Class<?> type, ValueCodec codec) implements TypeCodec {
    @Override
    public void write(FrameOutput out, Object value) {
        codec.write(out, value);
    }

    @Override
    public Object read(FrameInput in) {
        return codec.read(in);
    }

    @Override
    public boolean isSafeInHashes() {
        return codec.isSafeInHashes();
    }

    @Override
    public boolean hasOneForm(Set<ValueCodec> asked) {
        return codec.hasOneForm(asked);
    }
}
