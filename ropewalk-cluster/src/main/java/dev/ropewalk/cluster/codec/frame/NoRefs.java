package dev.ropewalk.cluster.codec.frame;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.codec.ActorRefCodec;
import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.codec.FrameReader;
import dev.ropewalk.cluster.codec.FrameWriter;

/** Refuses refs of actors, which mean something within a cluster only. */
public final class NoRefs implements ActorRefCodec {
    @Override
    public void write(ActorRef<?> ref, FrameWriter out) {
        throw new EncodingException("the ref of an actor can be sent within a cluster only, but this is " + ref);
    }

    @Override
    public ActorRef<?> read(FrameReader in) {
        throw new IllegalArgumentException("the ref of an actor means something within a cluster only");
    }
}
