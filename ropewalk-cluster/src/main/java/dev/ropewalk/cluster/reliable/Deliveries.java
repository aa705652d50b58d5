package dev.ropewalk.cluster.reliable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Counts what a sender was told, and how much of that is over; and knows who waits for that. Any thread may use it. */
final class Deliveries {
    private long begun;
    private long aborted;
    private long settled;
    private final List<Waiter> waiters = new ArrayList<>();

    /** Somebody who waits until so many messages are over. */
    private static final class Waiter {
        final CompletableFuture<Void> future = new CompletableFuture<>();
        final long lastTicket;
        long target;

        Waiter(long lastTicket, long target) {
            this.lastTicket = lastTicket;
            this.target = target;
        }
    }

    /** A message is about to be sent; returns its ticket. */
    synchronized long begin() {
        return ++begun;
    }

    /** It wasn't sent after all; returns the futures that are to be completed. */
    synchronized List<CompletableFuture<Void>> abort(long ticket) {
        aborted++;
        for (Waiter waiter : waiters) {
            if (ticket <= waiter.lastTicket) {
                waiter.target--;
            }
        }
        return due();
    }

    /** So many messages are over, in the order in which they were sent; returns the futures that are to be completed. */
    synchronized List<CompletableFuture<Void>> settle(int count) {
        settled += count;
        return due();
    }

    private List<CompletableFuture<Void>> due() {
        if (waiters.isEmpty()) {
            return List.of();
        }
        List<CompletableFuture<Void>> due = new ArrayList<>();
        for (Waiter waiter : waiters) {
            if (waiter.target <= settled) {
                due.add(waiter.future);
            }
        }
        waiters.removeIf(waiter -> waiter.target <= settled); // not before all are among them, since memory may run out
        return due;
    }

    /** Returns a future that completes when all is over that was sent. */
    synchronized CompletableFuture<Void> all() {
        if (waiting() == 0) {
            return CompletableFuture.completedFuture(null);
        }
        var waiter = new Waiter(begun, begun - aborted);
        waiters.add(waiter);
        return waiter.future;
    }

    synchronized long waiting() {
        return begun - aborted - settled;
    }

    synchronized long settled() {
        return settled;
    }
}
