package dev.ropewalk.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One phase of a {@link CoordinatedShutdown}. It takes members until it begins; then it owns the list alone, so that a member
 * is either closed or was removed, never both.
 *
 * <p>A member that hangs costs the others of its phase nothing but time: those that follow it begin when the time is up, all
 * at once, and are told that none is left.
 */
final class ShutdownPhase {
    /** For those that end when their time is up and need a moment for that, as a scheduler does. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final CoordinatedShutdown owner;
    private final String name;
    private final long timeoutNanos;
    private final ShutdownOrder order;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<ShutdownMember> members = new ArrayList<>();
    private boolean begun;

    ShutdownPhase(CoordinatedShutdown owner, String name, long timeoutNanos, ShutdownOrder order) {
        this.owner = owner;
        this.name = name;
        this.timeoutNanos = timeoutNanos;
        this.order = order;
    }

    String name() {
        return name;
    }

    void add(ShutdownMember member) {
        lock.lock();
        try {
            if (begun) {
                throw new IllegalStateException(
                        owner + " has begun phase " + name + ": " + member.name() + " can't be added");
            }
            members.add(member);
        } finally {
            lock.unlock();
        }
    }

    boolean remove(ShutdownMember member) {
        lock.lock();
        try {
            return !begun && members.remove(member);
        } finally {
            lock.unlock();
        }
    }

    private List<ShutdownMember> begin() {
        lock.lock();
        try {
            begun = true;
            return order == ShutdownOrder.PARALLEL ? members : members.reversed();
        } finally {
            lock.unlock();
        }
    }

    /** Closes all members, and adds to the reports what became of them. */
    void run(List<ShutdownReport.Member> reports) {
        long deadline = System.nanoTime() + timeoutNanos;
        List<ShutdownCall> calls = new ArrayList<>();
        for (ShutdownMember member : begin()) {
            var call = new ShutdownCall(owner, member, deadline);
            calls.add(call);
            call.begin();
            if (order == ShutdownOrder.NEWEST_FIRST) {
                call.await(deadline);
            }
        }
        for (ShutdownCall call : calls) {
            reports.add(call.reportBy(deadline + GRACE_NANOS));
        }
    }
}
