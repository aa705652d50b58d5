package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.Backlog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where something waits in a world, and which parties have sent it. Places that have run empty are forgotten from time to time, so that this
 * stays as small as what waits.
 */
final class Backlogs {
    private static final int FEW = 64;

    private final IdentityHashMap<Backlog, Senders> known = new IdentityHashMap<>();

    /** In the order in which they were told first, which is the same in each repetition. */
    private List<Senders> inOrder = new ArrayList<>();

    private int most = FEW;

    /** How much each party has sent to a place since that was empty last; null is the clock. */
    private static final class Senders {
        final Backlog backlog;
        final Map<@Nullable Party, Integer> counts = new LinkedHashMap<>();

        Senders(Backlog backlog) {
            this.backlog = backlog;
        }

        String most() {
            var first = Collections.max(counts.entrySet(), Map.Entry.comparingByValue());
            Party sender = first.getKey();
            return (sender == null ? "the clock" : sender) + " has sent most of it, " + first.getValue();
        }
    }

    /** Notes that a party, or the clock, has sent something that waits; returns how many wait, up to a bound. */
    int add(Backlog backlog, @Nullable Party sender, int bound) {
        Senders senders = known.get(backlog);
        if (senders == null) {
            forgetEmpty();
            senders = new Senders(backlog);
            known.put(backlog, senders);
            inOrder.add(senders);
        }
        int waiting = backlog.waiting(bound);
        if (waiting <= 1) {
            senders.counts.clear();
        }
        senders.counts.merge(sender, 1, Integer::sum);
        return waiting;
    }

    private void forgetEmpty() {
        if (inOrder.size() < most) {
            return;
        }
        List<Senders> full = new ArrayList<>();
        for (Senders each : inOrder) {
            if (each.backlog.waiting(1) > 0) {
                full.add(each);
            } else {
                known.remove(each.backlog);
            }
        }
        inOrder = full;
        most = Math.max(FEW, 2 * full.size());
    }

    /** Tells how many wait somewhere and which party has sent most. */
    String describe(Backlog backlog, int waiting) {
        Senders senders = known.get(backlog);
        return waiting + " wait in " + StableText.nameOf(backlog) + (senders == null ? "" : "; " + senders.most());
    }

    /** Tells where something waits. */
    void addWaiting(Leaks left) {
        for (Senders each : inOrder) {
            int waiting = each.backlog.waiting(Integer.MAX_VALUE);
            if (waiting > 0) {
                left.add(
                        describe(each.backlog, waiting), each.backlog.getClass().getName());
            }
        }
    }
}
