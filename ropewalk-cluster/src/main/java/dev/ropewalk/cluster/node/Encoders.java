package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.FrameEncoder;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Encoders for all threads, some of which are kept for the next message. */
final class Encoders {
    private static final int SLOTS = 16;

    private final CodecRegistry codecs;
    private final AtomicReferenceArray<FrameEncoder> kept = new AtomicReferenceArray<>(SLOTS);

    Encoders(CodecRegistry codecs) {
        this.codecs = codecs;
    }

    /** Returns some bytes, and behind them a value as a frame. */
    byte[] encode(byte[] head, Object message) {
        int slot = (int) Thread.currentThread().threadId() & (SLOTS - 1);
        FrameEncoder encoder = kept.getAndSet(slot, null);
        if (encoder == null) {
            encoder = codecs.encoder();
        }
        try {
            return encoder.encode(head, message);
        } finally {
            kept.set(slot, encoder);
        }
    }
}
