package dev.ropewalk.cluster.codec;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.channel.Sender;

/**
 * Writes and reads refs of actors, and sending ends of channels, within values, each in a byte at least. A cluster has its own: a ref that comes from another node sends to the actor there. Threads
 * share it.
 */
public interface ActorRefCodec {
    /**
     * Writes a ref.
     *
     * @throws EncodingException if it can't be sent
     */
    void write(ActorRef<?> ref, FrameWriter out);

    /** Reads a ref. */
    ActorRef<?> read(FrameReader in);

    /**
     * Writes the sending end of a channel; by default none can be sent.
     *
     * @throws EncodingException if it can't be sent
     */
    default void writeSender(Sender<?> sender, FrameWriter out) {
        throw new EncodingException("the sender of a channel can be sent within a cluster only, but this is " + sender);
    }

    /** Reads the sending end of a channel. */
    default Sender<?> readSender(FrameReader in) {
        throw new IllegalArgumentException("the sender of a channel means something within a cluster only");
    }
}
