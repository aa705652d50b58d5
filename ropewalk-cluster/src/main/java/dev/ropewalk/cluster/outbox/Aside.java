package dev.ropewalk.cluster.outbox;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.OutboxException;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The messages that can't be read. They are in a log of their own, so that they hold up nothing, and are tried again at each opening. Any thread may use it. */
final class Aside {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", StoredOutbox.class);

    private final Storage storage;
    private final LimitedLog failures;
    private @Nullable OutboxLog log;

    /** What was appended, but may not be on the disk. */
    private final Set<Place> unforced = new HashSet<>(0);

    /** Behind what was tried again. */
    private long retried;

    private final AtomicLong count = new AtomicLong();

    /** Where a message has its place among all of an outbox. */
    private record Place(long lane, long number) {}

    Aside(Storage storage, LimitedLog failures) {
        this.storage = storage;
        this.failures = failures;
    }

    /** Puts a message aside, unless an attempt before has; returns whether it is on the disk. */
    boolean put(byte[] record) {
        try {
            append(record);
            return true;
        } catch (RuntimeException failed) {
            failures.log(
                    Level.ERROR,
                    () -> Codecs.describe(record) + " can't be put aside: " + failed + "; those behind it wait in "
                            + storage,
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
        var place = new Place(Stored.laneOf(record), Stored.numberOf(record));
        if (!unforced.contains(place)) {
            long ignored = known.append(record);
            unforced.add(place);
            count.incrementAndGet();
        }
        known.force();
        unforced.clear();
    }

    /**
     * Tries all again; whatever fails, those that were told aren't told by the next opening. One that is told, or put aside anew, may be so once more if the process ends in between.
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
        retried = known.position();
        try {
            known.replay(end, (bytes, length, index) -> {
                retry(known, tell, Arrays.copyOf(bytes, length));
                retried = index + 1;
            });
            retried = end;
        } finally {
            force.run();
            known.force();
            known.position(retried);
        }
    }

    private void retry(OutboxLog to, Predicate<byte[]> tell, byte[] record) {
        if (Stored.isMessage(record) && !attempt(tell, record)) {
            long ignored = to.append(record);
            count.incrementAndGet();
        }
    }

    /** What one message throws, whose codec may do anything, isn't the end of the others. */
    private boolean attempt(Predicate<byte[]> tell, byte[] record) {
        try {
            return tell.test(record);
        } catch (OutboxException refused) {
            if (refused.getCause() instanceof IllegalArgumentException) {
                return keep(record, refused); // has become too large
            }
            throw refused;
        } catch (RuntimeException failed) {
            return keep(record, failed);
        }
    }

    private static boolean keep(byte[] record, RuntimeException failed) {
        LOG.log(Level.ERROR, Codecs.describe(record) + " can't be told again, and stays aside: " + failed, failed);
        return false;
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
