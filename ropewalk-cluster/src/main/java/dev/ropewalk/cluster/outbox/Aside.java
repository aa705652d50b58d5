package dev.ropewalk.cluster.outbox;

import dev.ropewalk.base.SafeLog;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The messages that can't be read. They are in a log of their own, so that they hold up nothing, and are tried again at each opening. Any thread may use it. */
final class Aside {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", StoredOutbox.class);

    private final Storage storage;
    private @Nullable OutboxLog log;
    private final AtomicLong count = new AtomicLong();

    Aside(Storage storage) {
        this.storage = storage;
    }

    /** Puts a message aside; returns whether it is on the disk. */
    boolean put(byte[] record) {
        try {
            append(record);
            return true;
        } catch (RuntimeException failed) {
            LOG.log(
                    Level.ERROR,
                    Codecs.describe(record) + " can't be put aside: " + failed + "; those behind it wait in " + storage,
                    failed);
            return false;
        }
    }

    private synchronized void append(byte[] record) {
        OutboxLog known = log;
        if (known == null) {
            known = storage.newUnreadable();
            log = known;
        }
        long ignored = known.append(record);
        known.force();
        count.incrementAndGet();
    }

    /**
     * Tries all again. One that is told, or put aside anew, may be so once more if the process ends in between.
     *
     * @param tell returns whether a message was told
     * @param force has what was told on the disk when it returns
     */
    synchronized void retry(Predicate<byte[]> tell, Runnable force) {
        OutboxLog known = storage.unreadable().orElse(null);
        log = known;
        if (known == null) {
            return;
        }
        long end = known.append(Stored.opened(0)) + 1; // what is put aside anew is behind it
        known.replay(end, (bytes, length, index) -> retry(known, tell, Arrays.copyOf(bytes, length)));
        force.run();
        known.force();
        known.position(end);
    }

    private void retry(OutboxLog to, Predicate<byte[]> tell, byte[] record) {
        if (Stored.isMessage(record) && !tell.test(record)) {
            long ignored = to.append(record);
            count.incrementAndGet();
        }
    }

    /** Returns how many there are. */
    long count() {
        return count.get();
    }

    synchronized void close() {
        if (log != null) {
            log.close();
            log = null;
        }
    }
}
