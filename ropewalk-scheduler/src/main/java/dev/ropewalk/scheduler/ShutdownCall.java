package dev.ropewalk.scheduler;

import dev.ropewalk.scheduler.ShutdownReport.Member;
import dev.ropewalk.scheduler.ShutdownReport.MemberState;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The closing of one member, in a thread of its own, so that a member that hangs can be given up. The report is written once:
 * by that thread, or by the thread that gives it up.
 */
final class ShutdownCall extends Thread {
    private final CoordinatedShutdown owner;
    private final ShutdownMember member;
    private final long deadline;
    private final AtomicReference<@Nullable Member> report = new AtomicReference<>();

    ShutdownCall(CoordinatedShutdown owner, ShutdownMember member, long deadline) {
        super(null, null, owner.name() + "-shutdown-" + member, 0, false);
        this.owner = owner;
        this.member = member;
        this.deadline = deadline;
        setDaemon(true);
    }

    /** Returns whether the calling thread closes a member of a shutdown. */
    static boolean isCurrentIn(CoordinatedShutdown owner) {
        return Thread.currentThread() instanceof ShutdownCall call && call.owner == owner;
    }

    void begin() {
        try {
            start();
        } catch (Throwable noThread) {
            report.set(failed(noThread));
        }
    }

    @Override
    public void run() {
        try {
            Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            CloseReport closed = Objects.requireNonNull(
                    member.action().close(left), () -> "the action of " + member + " returned null, not a report");
            boolean complete = closed.isComplete();
            report.compareAndSet(
                    null,
                    report(
                            complete ? MemberState.CLOSED : MemberState.INCOMPLETE,
                            Optional.of(closed),
                            Optional.empty()));
        } catch (Throwable thrown) {
            report.compareAndSet(null, failed(thrown));
        }
    }

    private Member failed(Throwable thrown) {
        return report(MemberState.FAILED, Optional.empty(), Optional.of(thrown));
    }

    private Member report(MemberState state, Optional<CloseReport> report, Optional<Throwable> failure) {
        return new Member(member.phaseName(), member.name(), state, report, failure);
    }

    /** Waits until the member is closed or the time is up. An interrupt is kept for later: a shutdown goes on. */
    void await(long until) {
        boolean interrupted = false;
        for (long left = until - System.nanoTime(); left > 0 && isAlive(); left = until - System.nanoTime()) {
            try {
                join(Duration.ofNanos(left));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the time is up, then gives the member up and interrupts it. */
    Member reportBy(long until) {
        await(until);
        Member known = report.get();
        if (known != null) {
            return known;
        }
        var late = new TimeoutException(member + " still ran when its phase was over");
        late.setStackTrace(getStackTrace());
        Member abandoned = report(MemberState.ABANDONED, Optional.empty(), Optional.of(late));
        Member first = report.compareAndExchange(null, abandoned);
        if (first != null) {
            return first;
        }
        interrupt();
        return abandoned;
    }
}
