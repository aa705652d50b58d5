package dev.ropewalk.channel.select;

import dev.ropewalk.channel.core.ChannelWaiter;
import org.jspecify.annotations.Nullable;

/** A clause of a select that waits at its channel. It can be claimed only if no other clause of the select was. */
final class SelectWaiter extends ChannelWaiter {
    final Clause<?> clause;
    private final Selection selection;

    SelectWaiter(Selection selection, Clause<?> clause, @Nullable Object value) {
        super(clause.channel(), value);
        this.selection = selection;
        this.clause = clause;
    }

    @Override
    protected boolean claim() {
        return selection.claim(this);
    }

    @Override
    protected boolean isCallback() {
        return selection instanceof CallbackSelection;
    }

    @Override
    protected boolean isWaiting() {
        return selection.isUndecided();
    }

    @Override
    protected void wake() {
        selection.wake();
    }
}
