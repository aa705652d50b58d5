package dev.ropewalk.actor.mailbox;

import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The places in a mailbox for which senders wait, and the line in which they stand.
 *
 * <p>Admission from the line goes in rounds, one at a time: a thread that has reason to believe that a waiter can be let in counts that in {@code calls}; the thread that counted
 * from zero makes rounds until no thread has called during the last.
 *
 * <p>Why no waiter waits while there is room: a sender that finds no place joins the line and calls; a thread that gives back a
 * place then looks
 * whether the line is empty, and calls if it isn't. Both write before they read, by volatile and atomic operations, so that at
 * least one sees the other's write: the newcomer's round finds the place, or the leaver finds the newcomer in the line. A place
 * taken in a round for a waiter that has just given up is given back within that round; a sender that missed it meanwhile has joined the
 * line and called, so that another round follows.
 *
 * <p>A {@link Bulky} message takes several places at once, if one is free; that is no more than one message takes too many. What is said of a place holds for them.
 *
 * <p>Why messages of one sender keep their order: a waiter leaves the line only after its message was put in, newcomers go
 * past the line only while it is empty, and the rounds go from front to back. A waiter that is let in by force comes with all
 * of the same sender that stand before it.
 */
final class AdmissionQueue {
    private final Consumer<Object> mailbox;
    private final Capacity places;
    private final ConcurrentLinkedQueue<CapacityWaiter> line = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean pressed;
    private volatile boolean open;

    /**
     * Makes room.
     *
     * @param mailbox puts in the message of a waiter; throws nothing
     */
    AdmissionQueue(int capacity, Consumer<Object> mailbox) {
        this.places = new Capacity(capacity);
        this.mailbox = mailbox;
    }

    /** Takes some places if one is free, unless others wait for one. */
    boolean tryEnter(int count) {
        return line.isEmpty() && places.tryTake(count);
    }

    /** Gives back places. */
    void leave(int count) {
        places.giveBack(count);
        if (!line.isEmpty()) {
            admit();
        }
    }

    /** Joins the line; the message may be in when this returns. */
    void join(CapacityWaiter waiter) {
        line.add(waiter);
        admit();
    }

    /** Leaves the line; returns false if it is too late for that. */
    boolean withdraw(CapacityWaiter waiter) {
        boolean withdrawn = waiter.withdraw();
        if (withdrawn) {
            line.remove(waiter);
        }
        return withdrawn;
    }

    /** Lets a waiter in even if there is no place, to be called by the sender: after all of its others in the line. */
    void press(CapacityWaiter last) {
        for (CapacityWaiter waiter : line) {
            if (Objects.equals(waiter.sender, last.sender)) {
                waiter.press();
            }
            if (waiter.equals(last)) {
                break;
            }
        }
        pressed = true;
        admit();
    }

    /** Lets every sender in from now on. */
    void open() {
        open = true;
        admit();
    }

    boolean hasWaiters() {
        return !line.isEmpty();
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
            if (pressed) {
                pressed = false;
                admitPressed();
            }
            admitFirst();
            answered = calls.addAndGet(-answered);
        } while (answered != 0);
    }

    private void admitFirst() {
        for (CapacityWaiter first = line.peek(); first != null; first = line.peek()) {
            if (first.isWaiting()) {
                int count = Bulky.placesOf(first.message);
                if (open) {
                    places.takeAnyway(count);
                } else if (!places.tryTake(count)) {
                    return;
                }
                end(first, count);
            } else {
                line.remove(first);
            }
        }
    }

    private void admitPressed() {
        for (CapacityWaiter waiter : line) {
            if (waiter.isPressed()) {
                int count = Bulky.placesOf(waiter.message);
                places.takeAnyway(count);
                end(waiter, count);
            }
        }
    }

    /** Ends the wait of a waiter for which so many places were taken. */
    private void end(CapacityWaiter waiter, int count) {
        boolean mayEnter = !open || !waiter.endsWithActor();
        boolean ended = mayEnter ? waiter.claim() : waiter.withdraw();
        if (ended && mayEnter) {
            mailbox.accept(waiter.message);
        } else {
            places.giveBack(count);
        }
        line.remove(waiter);
        if (ended) {
            waiter.settled();
        }
    }
}
