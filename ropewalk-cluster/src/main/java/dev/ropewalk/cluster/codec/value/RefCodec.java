package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.codec.frame.FrameInput;
import dev.ropewalk.cluster.codec.frame.FrameOutput;
import java.util.Set;

/**
 * A ref of an actor, as the registry's {@link dev.ropewalk.cluster.codec.ActorRefCodec} writes it.
 *
 * @param type {@link ActorRef} or a type below it
 */
public record RefCodec(Class<?> type) implements ValueCodec {
    @Override
    public void write(FrameOutput out, Object value) {
        out.writeRef((ActorRef<?>) value);
    }

    @Override
    public Object read(FrameInput in) {
        ActorRef<?> ref = in.readRef();
        if (!type.isInstance(ref)) {
            throw in.malformed(Reason.UNEXPECTED_TYPE, ref + " is no " + type.getName());
        }
        return ref;
    }

    @Override
    public boolean hasOneForm(Set<ValueCodec> asked) {
        return false; // what a ref is called depends on the node that writes it
    }
}
