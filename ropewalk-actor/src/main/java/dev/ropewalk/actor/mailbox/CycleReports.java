package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.MailboxCycle;
import dev.ropewalk.actor.support.SystemServices;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Publishes the cycles of full mailboxes that were broken, and logs them: at most one a second, since they may come fast. */
final class CycleReports {
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final SystemServices system;
    private final AtomicLong nextLog;
    private final AtomicLong unlogged = new AtomicLong();

    CycleReports(SystemServices system) {
        this.system = system;
        this.nextLog = new AtomicLong(system.scheduler().nanoTime());
    }

    /** Reports a cycle, given as the actors that wait, each for the next. */
    void add(List<MailboxOwner<?>> cells) {
        system.events().publish(new MailboxCycle(List.copyOf(cells)));
        long now = system.scheduler().nanoTime();
        long due = nextLog.get();
        if (now - due < 0 || !nextLog.compareAndSet(due, now + PAUSE_NANOS)) {
            unlogged.incrementAndGet();
            return;
        }
        String paths = cells.stream().map(cell -> cell.path() + " -> ").collect(Collectors.joining());
        long more = unlogged.getAndSet(0);
        system.log(
                Level.WARNING,
                "full mailboxes wait for each other, so one message was let in over a capacity: " + paths
                        + cells.getFirst().path() + (more == 0 ? "" : "; " + more + " other cycles weren't logged"));
    }
}
