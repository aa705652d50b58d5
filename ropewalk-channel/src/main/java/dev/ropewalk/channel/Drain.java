package dev.ropewalk.channel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Receives many elements in one step. */
final class Drain {
    private Drain() {}

    /** As {@link Receiver#drainTo}. The target is foreign code, so it gets the elements when the lock is free. */
    @SuppressWarnings("unchecked") // only elements are sent
    static <T> int into(ChannelCore<T> channel, Collection<? super T> target, int most) {
        Objects.requireNonNull(target, "target");
        if (most <= 0) {
            throw new IllegalArgumentException("can't receive " + most + " elements at most; it must be above 0");
        }
        List<Object> taken = new ArrayList<>();
        Waiter firstWoken = null;
        Waiter lastWoken = null;
        Object outcome = Signal.WAIT;
        channel.lock();
        try {
            while (taken.size() < most) {
                outcome = channel.tryReceiveLocked();
                if (outcome == Signal.WAIT || outcome instanceof Ended) {
                    break;
                }
                if (outcome instanceof Waiter sender) {
                    taken.add(Objects.requireNonNull(sender.value));
                    firstWoken = firstWoken == null ? sender : firstWoken;
                    lastWoken = link(lastWoken, sender);
                } else {
                    taken.add(outcome);
                }
            }
        } finally {
            channel.unlock();
        }
        ChannelCore.wakeAll(firstWoken);
        if (taken.isEmpty() && outcome instanceof Ended end) {
            throw end.exception(channel.name());
        }
        int handed = 0;
        try {
            for (; handed < taken.size(); handed++) {
                target.add((T) taken.get(handed));
            }
        } finally {
            for (Object refused : taken.subList(handed, taken.size())) {
                channel.giveBack(refused);
            }
        }
        return handed;
    }

    private static Waiter link(@Nullable Waiter last, Waiter sender) {
        if (last != null) {
            last.next = sender;
        }
        return sender;
    }
}
