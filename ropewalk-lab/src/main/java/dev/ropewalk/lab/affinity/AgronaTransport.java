package dev.ropewalk.lab.affinity;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Agrona's ring buffer for one writer over a mapped file, for each channel. It forgets what was read. */
final class AgronaTransport implements Transport {
    /** Small enough for the caches. */
    private static final int CAPACITY = 1 << 20;

    private static final int MESSAGE = 1;

    private final Arena arena = Arena.ofShared();
    private final PerChannel<OneToOneRingBuffer> rings;

    AgronaTransport(Path directory, Load load) throws IOException {
        int bytes = CAPACITY + RingBufferDescriptor.TRAILER_LENGTH;
        rings = new PerChannel<>(load, channel -> {
            MemorySegment memory = MappedFile.map(directory.resolve(channel.label()), bytes, arena);
            return new OneToOneRingBuffer(new UnsafeBuffer(memory.asByteBuffer()));
        });
    }

    @Override
    public Sink sink(Channel channel) {
        OneToOneRingBuffer ring = rings.of(channel);
        return message -> {
            int index = ring.tryClaim(MESSAGE, message.length);
            if (index < 0) {
                return false;
            }
            ring.buffer().putBytes(index, message);
            ring.commit(index);
            return true;
        };
    }

    @Override
    public Source source(Channel channel) {
        return new RingSource(rings.of(channel));
    }

    @Override
    public void close() {
        arena.close();
    }

    /** Reads a ring. */
    private static final class RingSource implements Source, MessageHandler {
        private final OneToOneRingBuffer ring;
        private Receiver receiver = message -> {};
        private byte[] message = {};

        RingSource(OneToOneRingBuffer ring) {
            this.ring = ring;
        }

        @Override
        public int poll(Receiver receiver, int limit) {
            this.receiver = receiver;
            return ring.read(this, limit);
        }

        @Override
        public void onMessage(int type, MutableDirectBuffer buffer, int index, int length) {
            if (message.length != length) {
                message = new byte[length];
            }
            buffer.getBytes(index, message);
            receiver.receive(message);
        }
    }
}
