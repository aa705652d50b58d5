package dev.ropewalk.channel.select;

import dev.ropewalk.base.BriefLock;
import dev.ropewalk.channel.core.ChannelCore;
import java.util.Comparator;
import java.util.List;

/**
 * The locks of several channels, taken all at once: the thread that holds them looks at all the channels at one moment.
 *
 * <p>Why threads don't wait in a circle: a thread waits for the first lock only, while it holds none. If one of the others
 * isn't free, it gives all back and tries again. It takes them in the order of the channels' ids, so that of two threads that
 * compete for the same locks one soon gets them all.
 */
final class ChannelLocks {
    private final ChannelCore<?>[] channels;

    /** Makes the locks of some channels, each of which may be named several times. */
    ChannelLocks(List<ChannelCore<?>> channels) {
        this.channels = channels.stream()
                .distinct()
                .sorted(Comparator.comparingLong(channel -> channel.id))
                .toArray(ChannelCore<?>[]::new);
    }

    void lock() {
        for (int attempts = 0; !tryLock(); attempts++) {
            BriefLock.pause(attempts);
        }
    }

    private boolean tryLock() {
        ChannelCore<?>[] all = channels;
        if (all.length == 0) {
            return true;
        }
        all[0].lock();
        for (int i = 1; i < all.length; i++) {
            if (!all[i].tryLock()) {
                unlockFirst(i);
                return false;
            }
        }
        return true;
    }

    void unlock() {
        unlockFirst(channels.length);
    }

    private void unlockFirst(int count) {
        for (int i = count - 1; i >= 0; i--) {
            channels[i].unlock();
        }
    }
}
