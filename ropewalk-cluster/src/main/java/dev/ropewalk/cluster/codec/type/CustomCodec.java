package dev.ropewalk.cluster.codec.type;

import dev.ropewalk.cluster.codec.Codec;
import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;

/**
 * A type with a codec of its user's: the codec's version, the length, and what the codec writes.
 *
 * @param codec the user's
 */
public record CustomCodec<T>(int id, Class<T> type, Codec<T> codec) implements TypeCodec {
    @Override
    public void write(FrameOutput out, Object value) {
        int version = codec.version();
        if (version < 1) {
            throw new EncodingException("the version of a codec of " + type.getName() + " is " + version);
        }
        out.enter();
        out.writeVarint(version);
        int begin = out.beginDelimited();
        codec.write(type.cast(value), out);
        out.endDelimited(begin);
        out.leave();
    }

    @Override
    public Object read(FrameInput in) {
        in.enter();
        int version = in.readVarint();
        if (version < 1) {
            throw in.malformed(Reason.OUT_OF_RANGE, "a codec's version is " + Integer.toUnsignedString(version));
        }
        int outer = in.beginDelimited();
        int before = in.exchangeVersion(version);
        Object value = readContent(in);
        in.exchangeVersion(before);
        if (version > codec.version()) {
            in.skipRest(outer);
        } else {
            in.endDelimited(outer);
        }
        in.leave();
        return value;
    }

    @SuppressWarnings("ConstantValue") // users' code may break its contract
    private Object readContent(FrameInput in) {
        Object value;
        try {
            value = codec.read(in);
        } catch (MalformedFrameException e) {
            throw e;
        } catch (Exception e) {
            throw in.malformed(Reason.REJECTED, "the codec of " + type.getName() + " has thrown " + e, e);
        }
        if (!type.isInstance(value)) {
            throw in.malformed(Reason.REJECTED, "the codec of " + type.getName() + " has read " + value);
        }
        return value;
    }
}
