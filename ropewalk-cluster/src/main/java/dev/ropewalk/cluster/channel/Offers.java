package dev.ropewalk.cluster.channel;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.scheduler.Strand;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The receives that wait for senders, one for each element that a sending end was granted room for. Belongs to the strand of that end. */
final class Offers {
    /** No channel has more room. */
    static final int MAX_CAPACITY = 1 << 20;

    private final LockedChannel<Object> channel;
    private final Strand strand;
    private final Consumer<ReceiveResult<Object>> took;
    private final Set<Offer> waiting = new LinkedHashSet<>();

    /** Whether one may be untold. */
    private volatile boolean hasUntold;

    private int lastGrant;
    private long granted;

    /** For how much of what was granted one was made, or never will be. */
    private long used;

    /**
     * Makes none.
     *
     * @param took told by the strand what was received, when that offer isn't there any more
     */
    Offers(LockedChannel<Object> channel, Strand strand, Consumer<ReceiveResult<Object>> took) {
        this.channel = channel;
        this.strand = strand;
        this.took = took;
    }

    /** A receive that waits for a sender, and tells the strand. */
    private final class Offer implements Executor {
        private @Nullable PendingOperation receive;

        /** Whether it couldn't tell the strand what it has received. */
        private volatile boolean isUntold;

        @Override
        public void execute(Runnable told) {
            boolean isTold = false;
            try {
                strand.execute(told);
                isTold = true;
            } finally {
                if (!isTold) {
                    isUntold = true;
                    hasUntold = true;
                }
            }
        }

        boolean takeBack() {
            return Objects.requireNonNull(receive).cancel();
        }
    }

    /** Notes how much was granted in all; returns whether that is more than before. */
    boolean grant(long all) {
        long more = all - granted;
        if (more <= 0 || more > MAX_CAPACITY) {
            return false;
        }
        granted = all;
        lastGrant = (int) more;
        return true;
    }

    /** Makes one for each element that there is room for. If it throws, some are left that can be made later. */
    void make() {
        while (used < granted) {
            makeOne();
            used++;
        }
    }

    private void makeOne() {
        StackRoom.require();
        var offer = new Offer();
        boolean isMade = false;
        try {
            waiting.add(offer);
            offer.receive = channel.receiveAsync(offer, result -> took(offer, result));
            isMade = true;
        } finally {
            if (!isMade) {
                var ignored = waiting.remove(offer);
            }
        }
    }

    /** Returns whether some are left that couldn't be made. */
    boolean areUnmade() {
        return used < granted;
    }

    /** Gives back the room for those that couldn't be made; returns how much. */
    long giveBackUnmade() {
        long unmade = granted - used;
        used = granted;
        return unmade;
    }

    private void took(Offer offer, ReceiveResult<Object> result) {
        var ignored = waiting.remove(offer);
        took.accept(result);
    }

    /** Gives back all room but that of those that a sender has met, and that are told; returns how much. */
    long takeBack() {
        int before = waiting.size();
        waiting.removeIf(Offer::takeBack);
        int taken = before - waiting.size();
        return taken + forgetUntold() + giveBackUnmade();
    }

    /** Forgets those that have had no memory to tell what they have received; returns how many. */
    int forgetUntold() {
        if (!hasUntold) {
            return 0;
        }
        hasUntold = false;
        int before = waiting.size();
        waiting.removeIf(offer -> offer.isUntold);
        return before - waiting.size();
    }

    /** Returns whether no more than half of the last grant is left. */
    boolean areFew() {
        return waiting.size() <= lastGrant / 2;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int size() {
        return waiting.size();
    }
}
