package dev.ropewalk.cluster.codec;

import dev.ropewalk.actor.ActorRef;

/**
 * Writes and reads refs of actors within values, each in a byte at least. A cluster has its own: a ref that comes from another node sends to the actor there. Threads
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
}
