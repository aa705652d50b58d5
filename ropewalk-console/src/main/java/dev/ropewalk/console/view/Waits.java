package dev.ropewalk.console.view;

import dev.ropewalk.actor.MailboxWait;
import dev.ropewalk.limit.WaiterSnapshot;
import dev.ropewalk.observe.part.PartKind;
import dev.ropewalk.observe.part.UnreadableParts;
import java.util.List;
import java.util.Map;

/**
 * Who waits for what has no process: for permits, for resources, and for room in mailboxes.
 *
 * @param limiters who waits at each limiter
 * @param budgets who waits in each budget
 * @param mailboxes which actors of each system wait for others
 */
record Waits(
        Map<String, List<WaiterSnapshot>> limiters,
        Map<String, List<WaiterSnapshot>> budgets,
        Map<String, List<MailboxWait>> mailboxes) {
    static final Waits NONE = new Waits(Map.of(), Map.of(), Map.of());

    static Waits take() {
        var unreadable = new UnreadableParts();
        return new Waits(
                PartKind.LIMITER_WAITERS.snapshots(unreadable),
                PartKind.BUDGET_WAITERS.snapshots(unreadable),
                PartKind.MAILBOX_WAITS.snapshots(unreadable));
    }
}
