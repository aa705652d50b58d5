package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.MailboxWait;
import dev.ropewalk.actor.support.SystemServices;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The actors of one system that wait for room in mailboxes: which of them waits for which, and the cycles among them. */
public final class CapacityWaits {
    private final WaitGraph<MailboxOwner<?>> graph = new WaitGraph<>();
    private final CycleReports reports;
    private final Supplier<? extends @Nullable MailboxOwner<?>> caller;

    /** @param caller returns the actor of this system that the calling code is part of, or null */
    public CapacityWaits(SystemServices system, Supplier<? extends @Nullable MailboxOwner<?>> caller) {
        this.reports = new CycleReports(system);
        this.caller = caller;
    }

    /** Returns the actor of this system that the calling code is part of, or null. */
    @Nullable
    MailboxOwner<?> caller() {
        return caller.get();
    }

    void add(MailboxOwner<?> sender, MailboxOwner<?> recipient) {
        graph.add(sender, recipient);
    }

    void remove(MailboxOwner<?> sender, MailboxOwner<?> recipient) {
        graph.remove(sender, recipient);
    }

    /** Returns which waits for which; a guess while they come and go. Any thread may call this. */
    public List<MailboxWait> all() {
        List<MailboxWait> all = new ArrayList<>();
        graph.forEach(
                (sender, recipient, messages) -> all.add(new MailboxWait(sender.path(), recipient.path(), messages)));
        return all;
    }

    /** Returns the actors that wait for each other if a sender waits for a recipient, each for the next; empty if none do. */
    static List<MailboxOwner<?>> cycle(MailboxOwner<?> sender, MailboxOwner<?> recipient) {
        List<MailboxOwner<?>> wayBack = WaitGraph.path(recipient, sender, node -> node.waits().graph);
        List<MailboxOwner<?>> cycle = new ArrayList<>(wayBack);
        if (!cycle.isEmpty()) {
            cycle.addFirst(cycle.removeLast());
        }
        return cycle;
    }

    /** Reports a cycle that was broken. */
    void report(List<MailboxOwner<?>> cycle) {
        reports.add(cycle);
    }
}
