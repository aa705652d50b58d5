package dev.ropewalk.actor.mailbox;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** {@link AdmissionQueue} with a flaw. */
final class BrokenAdmissionQueue {
    /** What is wrong. */
    enum Flaw {
        /** Who joins the line doesn't look again whether there is a place by then. */
        NO_SECOND_LOOK,
        /** The place that was taken for a waiter who has just given up isn't given back. */
        PLACE_LOST
    }

    private final Flaw flaw;
    private final Capacity places;
    private final ConcurrentLinkedQueue<CapacityWaiter> line = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();

    BrokenAdmissionQueue(int capacity, Flaw flaw) {
        this.places = new Capacity(capacity);
        this.flaw = flaw;
    }

    boolean tryEnter() {
        return line.isEmpty() && places.tryTake();
    }

    void leave() {
        places.giveBack();
        if (!line.isEmpty()) {
            admit();
        }
    }

    void join(CapacityWaiter waiter) {
        line.add(waiter);
        if (flaw != Flaw.NO_SECOND_LOOK) {
            admit();
        }
    }

    void withdraw(CapacityWaiter waiter) {
        if (waiter.withdraw()) {
            line.remove(waiter);
        }
    }

    int taken() {
        return places.taken();
    }

    private void admit() {
        if (calls.getAndIncrement() != 0) {
            return;
        }
        int answered = 1;
        do {
            for (CapacityWaiter first = line.peek(); first != null && places.tryTake(); first = line.peek()) {
                if (!first.claim() && flaw != Flaw.PLACE_LOST) {
                    places.giveBack();
                }
                line.remove(first);
            }
            answered = calls.addAndGet(-answered);
        } while (answered != 0);
    }
}
