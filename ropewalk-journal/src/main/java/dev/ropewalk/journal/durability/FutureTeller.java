package dev.ropewalk.journal.durability;

import dev.ropewalk.journal.durability.DurabilityWaiter.OfFuture;
import dev.ropewalk.scheduler.park.Parking;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Completes futures in the order in which they are handed over, one after the other. What hangs on a future is code of users, which
 * may take long or wait for the flusher itself, so that runs in a thread of its own, which ends when there is nothing to tell. On
 * a small machine the common pool has one thread, so it would be held up there.
 *
 * <p>One thread at a time hands over.
 *
 * <p><b>Why one thread at a time tells, and no future is forgotten.</b> All futures are one list. New ones are linked to the last
 * one by a compare-and-set of its word {@code following} from null. A teller that has told the last one sets the same word from
 * null to {@link #END}, and does nothing after that. So one of the two wins. If the new ones are linked, the teller finds them when
 * its own attempt fails. If it has ended, the link fails, and a new teller starts with the new ones, after all that the one before
 * has done. The word decides a second time in the same way if no thread could be started.
 *
 * <p>The word doesn't get its END before the future is told, or a second teller would begin beside the first one's last callback.
 */
final class FutureTeller {
    private static final long PAUSE_NANOS = 10_000_000;
    /** Stands behind the last future that a teller has told before it ended. */
    private static final OfFuture END = endOfItself();

    private final Executor threads;
    // For the thread that hands over. The first future finds that no teller is at work.
    private OfFuture last = END;
    // Read in a race, deliberately: a thread looks whether it is the teller, and finds itself only where it has written
    // itself.
    private @Nullable Thread telling;

    FutureTeller(Executor threads) {
        this.threads = threads;
    }

    private static OfFuture endOfItself() {
        var end = new OfFuture(0);
        end.follow(end);
        return end;
    }

    /**
     * Has these futures told. An error means that no thread could be started; they aren't taken over then.
     *
     * @param inOrder at least one
     */
    void tell(List<OfFuture> inOrder) {
        OfFuture first = inOrder.getFirst();
        OfFuture newLast = inOrder.getLast();
        for (int i = 1; i < inOrder.size(); i++) {
            inOrder.get(i - 1).linkBeforehand(inOrder.get(i));
        }
        // An attempt that failed may have had it before others.
        newLast.linkBeforehand(null);
        if (!last.follow(first)) {
            threads.execute(() -> tellFrom(first));
        }
        last = newLast;
    }

    private void tellFrom(OfFuture first) {
        OfFuture at = first;
        while (at != END) {
            tell(at);
            at = at.follow(END) ? END : at.following();
        }
    }

    private void tell(OfFuture future) {
        telling = Thread.currentThread();
        while (!isTold(future)) {
            pause();
        }
        telling = null;
        forgetInterrupt();
    }

    /** A second attempt completes the future if the first one couldn't, and else calls the callbacks that it hasn't called. */
    private static boolean isTold(OfFuture future) {
        try {
            future.finish();
            return true;
        } catch (RuntimeException | Error e) {
            // What a callback throws fails the future that hangs on it. So this is a lack of memory.
            return false;
        }
    }

    private void pause() {
        try {
            Parking.park(this, PAUSE_NANOS);
        } catch (RuntimeException | Error e) {
            // A park needs memory, too.
        }
    }

    /** Returns whether the caller is a callback of a future that is being told. */
    boolean isCaller() {
        return Thread.currentThread().equals(telling);
    }

    /** One callback's interrupt isn't meant for the next one. */
    private static void forgetInterrupt() {
        boolean ignored = Thread.interrupted();
    }
}
