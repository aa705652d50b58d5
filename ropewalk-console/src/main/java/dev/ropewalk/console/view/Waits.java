package dev.ropewalk.console.view;

import dev.ropewalk.actor.MailboxWait;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.BudgetStats;
import dev.ropewalk.limit.WaiterSnapshot;
import dev.ropewalk.observe.part.PartKind;
import dev.ropewalk.observe.part.UnreadableParts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who waits for what has no process: for permits, for resources, and for room in mailboxes.
 *
 * @param limiters who waits at each limiter, a hundred at most
 * @param budgets who waits in each budget, a hundred at most
 * @param mailboxes which actors of each system wait for others
 * @param counts how many wait at each limiter and in each budget in all, by kind and name as in {@code limiter bank}
 */
record Waits(
        Map<String, List<WaiterSnapshot>> limiters,
        Map<String, List<WaiterSnapshot>> budgets,
        Map<String, List<MailboxWait>> mailboxes,
        Map<String, Long> counts) {
    static final Waits NONE = new Waits(Map.of(), Map.of(), Map.of(), Map.of());

    static Waits take() {
        var unreadable = new UnreadableParts();
        return new Waits(
                PartKind.LIMITER_WAITERS.snapshots(unreadable),
                PartKind.BUDGET_WAITERS.snapshots(unreadable),
                PartKind.MAILBOX_WAITS.snapshots(unreadable),
                counts(unreadable));
    }

    private static Map<String, Long> counts(UnreadableParts unreadable) {
        Map<String, Long> counts = new HashMap<>();
        for (Map.Entry<String, AdmissionStats> part :
                PartKind.LIMITER.snapshots(unreadable).entrySet()) {
            counts.put("limiter " + part.getKey(), part.getValue().waiting());
        }
        for (Map.Entry<String, BudgetStats> part :
                PartKind.BUDGET.snapshots(unreadable).entrySet()) {
            counts.put("budget " + part.getKey(), part.getValue().admission().waiting());
        }
        return counts;
    }
}
