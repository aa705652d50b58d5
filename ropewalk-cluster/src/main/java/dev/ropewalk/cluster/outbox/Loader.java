package dev.ropewalk.cluster.outbox;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/** Puts messages that are in the log alone into the windows of their lanes, as the {@link Sweep} comes by them. For the use of one thread at a time. */
final class Loader {
    private final Ledger ledger;
    private final Lanes lanes;
    private final Codecs codecs;
    private final Aside aside;

    /** The lanes for which the sweep reads. */
    private final List<Lane<?, ?>> sought = new ArrayList<>();

    private final Course course = new Course();

    /** The lanes that wait since a message can neither be read nor put aside. */
    private final List<Lane<?, ?>> stuck = new ArrayList<>(0);

    Loader(Ledger ledger, Lanes lanes, Codecs codecs, Aside aside) {
        this.ledger = ledger;
        this.lanes = lanes;
        this.codecs = codecs;
        this.aside = aside;
    }

    boolean isClosed() {
        return ledger.isClosed();
    }

    /**
     * Looks which lanes have room for what they don't have, and returns from where they are to be read; empty if there is none.
     *
     * @param at where the sweep is
     */
    OptionalLong seek(long at) {
        sought.clear();
        synchronized (ledger) {
            if (!ledger.isClosed()) {
                ledger.forEachWaiting(lane -> {
                    if (lane.isHungry()) {
                        sought.add(lane);
                    }
                });
            }
            return course.next(sought.stream().mapToLong(Lane::from).toArray(), at, ledger.end());
        }
    }

    /** Returns whether lanes are stuck. */
    boolean hasStuck() {
        return !stuck.isEmpty();
    }

    /** Tries again what lanes are stuck with. */
    void unstick() {
        synchronized (ledger) {
            stuck.forEach(lane -> lane.stick(false));
            stuck.clear();
        }
    }

    /** Returns up to where records may be gone. */
    long position() {
        return ledger.position();
    }

    /** The sweep has read all records from one index up to another for the lanes that were sought, and comes by them no more for what isn't there. */
    void passed(long begin, long end) {
        synchronized (ledger) {
            for (Lane<?, ?> lane : sought) {
                lane.passed(begin, end);
                ledger.repin(lane);
            }
        }
    }

    /** The sweep has come to a message; returns whether its lane takes no more, so that others may be worth to be looked for. */
    boolean visit(byte[] bytes, int length, long index) {
        Lane<?, ?> lane;
        synchronized (ledger) {
            lane = lanes.withId(Stored.laneOf(bytes));
            if (lane == null || !lane.awaits(Stored.numberOf(bytes))) {
                return false;
            }
            lane.found(index);
            ledger.repin(lane);
            if (!lane.hasRoom()) {
                return true;
            }
        }
        return load(lane, Arrays.copyOf(bytes, length), index);
    }

    @SuppressWarnings("unchecked") // messages of a lane are of its type
    private <K, M> boolean load(Lane<K, M> lane, byte[] record, long index) {
        M message = (M) codecs.message(record);
        boolean isKept = message != null || aside.put(record);
        boolean isFull;
        synchronized (ledger) {
            if (isKept) {
                lane.load(message, record, index);
                ledger.repin(lane);
            } else {
                lane.stick(true);
                stuck.add(lane);
            }
            isFull = !lane.hasRoom();
        }
        lane.sender().wake();
        return isFull;
    }
}
