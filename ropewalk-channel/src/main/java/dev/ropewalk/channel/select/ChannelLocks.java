package dev.ropewalk.channel.select;

import dev.ropewalk.base.BriefLock;
import dev.ropewalk.channel.core.ChannelCore;
import java.util.Comparator;
import java.util.List;

/**
 * The locks of several channels, taken all at once: whoever holds them looks at all the channels at one moment.
 *
 * <p>Why nobody waits in a circle: only the first lock is waited for, with none held; if one of the others isn't free, all are
 * given back and the attempt is made anew. All are taken in the order of the channels' ids, so that of two who compete for the
 * same locks one soon has its way.
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
