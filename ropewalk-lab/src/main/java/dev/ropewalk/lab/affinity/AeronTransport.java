package dev.ropewalk.lab.affinity;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.nio.file.Path;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Aeron over shared memory, with exclusive publications. The first process has the media driver: all its agents in one thread
 * that backs off, since messages don't pass through it, and threads that spin would take CPUs from the two sides.
 */
final class AeronTransport implements Transport {
    private static final int TERM_BYTES = 16 << 20;
    private static final int MTU_BYTES = 8 << 10;
    private static final String IPC = "aeron:ipc?term-length=" + TERM_BYTES + "|mtu=" + MTU_BYTES;

    private final @Nullable MediaDriver driver;
    private final Aeron aeron;

    AeronTransport(Path directory, boolean first) {
        String folder = directory.resolve("aeron").toString();
        driver = first
                ? MediaDriver.launch(new MediaDriver.Context()
                        .aeronDirectoryName(folder)
                        .threadingMode(ThreadingMode.SHARED)
                        .sharedIdleStrategy(new BackoffIdleStrategy())
                        .termBufferSparseFile(false)
                        .performStorageChecks(false)
                        .dirDeleteOnStart(true)
                        .dirDeleteOnShutdown(true))
                : null;
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(folder));
    }

    @Override
    public Sink sink(Channel channel) {
        ExclusivePublication publication = aeron.addExclusivePublication(IPC, channel.stream());
        var spin = new Spin();
        while (!publication.isConnected()) {
            spin.once();
        }
        var claim = new BufferClaim();
        return new Sink() {
            @Override
            public boolean write(byte[] message) {
                if (publication.tryClaim(message.length, claim) < 0) {
                    return false;
                }
                claim.buffer().putBytes(claim.offset(), message);
                claim.commit();
                return true;
            }

            @Override
            public void close() {
                publication.close();
            }
        };
    }

    @Override
    public Source source(Channel channel) {
        return new SubscriptionSource(aeron.addSubscription(IPC, channel.stream()));
    }

    @Override
    public void close() {
        CloseHelper.closeAll(aeron, driver);
    }

    /** Reads a stream. */
    private static final class SubscriptionSource implements Source, FragmentHandler {
        private final Subscription subscription;
        private Receiver receiver = message -> {};
        private byte[] message = {};

        SubscriptionSource(Subscription subscription) {
            this.subscription = subscription;
        }

        @Override
        public int poll(Receiver receiver, int limit) {
            this.receiver = receiver;
            return subscription.poll(this, limit);
        }

        @Override
        public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
            if (message.length != length) {
                message = new byte[length];
            }
            buffer.getBytes(offset, message);
            receiver.receive(message);
        }

        @Override
        public void close() {
            subscription.close();
        }
    }
}
