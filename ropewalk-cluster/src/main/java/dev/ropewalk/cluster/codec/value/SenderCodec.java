package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.channel.Sender;
import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;

/** The sending end of a channel, as the registry's {@link dev.ropewalk.cluster.codec.ActorRefCodec} writes it. */
public final class SenderCodec implements ValueCodec {
    @Override
    public void write(FrameOutput out, Object value) {
        out.writeSender((Sender<?>) value);
    }

    @Override
    public Object read(FrameInput in) {
        return in.readSender();
    }
}
