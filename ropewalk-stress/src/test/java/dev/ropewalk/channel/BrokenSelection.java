package dev.ropewalk.channel;

import dev.ropewalk.channel.core.ChannelWaiter;
import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.channel.select.Selection;
import java.util.ArrayList;
import java.util.List;

/** {@link Selection} that looks whether it is decided and then decides, at real channels. */
public final class BrokenSelection {
    private final List<Clause> clauses = new ArrayList<>();
    private volatile boolean decided;

    private final class Clause extends ChannelWaiter {
        Clause(LockedChannel<?> channel, Object value) {
            super(channel, value);
        }

        @Override
        protected boolean claim() {
            return decide();
        }

        @Override
        protected boolean isWaiting() {
            return !decided;
        }

        @Override
        protected void wake() {}
    }

    private boolean decide() {
        if (decided) {
            return false;
        }
        decided = true;
        return true;
    }

    public void queue(LockedChannel<?> channel) {
        queue(channel, 0, false);
    }

    private void queue(LockedChannel<?> channel, int element, boolean sends) {
        Clause clause = new Clause(channel, element);
        clauses.add(clause);
        channel.lock();
        channel.addLocked(clause, sends);
        channel.unlock();
    }

    void lookAndThenQueue(LockedChannel<Integer> from, LockedChannel<Integer> to) {
        if (from.tryReceive().isPresent() || to.trySend(7)) {
            decided = true;
        } else {
            queue(from);
            queue(to, 7, true);
        }
    }

    public boolean cancel() {
        boolean cancelled = decide();
        if (cancelled) {
            clauses.forEach(clause -> clause.channel.withdraw(clause));
        }
        return cancelled;
    }

    boolean isDone() {
        return decided;
    }

    /** Leaves all channels, and returns the sum of what was received. */
    public int received() {
        clauses.forEach(clause -> clause.channel.withdraw(clause));
        return clauses.stream()
                .mapToInt(clause -> clause.value instanceof Integer element ? element : 0)
                .sum();
    }
}
