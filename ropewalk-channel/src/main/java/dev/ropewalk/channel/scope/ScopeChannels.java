package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.core.ChannelCore;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The channels that belong to a scope, for the day on which it ends. It doesn't keep them alive, so that a scope may make any
 * number of them: except those with a handler of undelivered elements, which must be told what is left, until they have ended
 * and are empty. Guarded by the lock of the scope.
 */
final class ScopeChannels {
    private static final int FIRST_PRUNING = 64;

    private final List<WeakReference<ChannelCore<?>>> plain = new ArrayList<>();
    private final List<ChannelCore<?>> handled = new ArrayList<>();
    private int nextPruning = FIRST_PRUNING;

    void add(ChannelCore<?> channel) {
        if (channel.hasHandler()) {
            handled.add(channel);
        } else {
            plain.add(new WeakReference<>(channel));
        }
        if (size() >= nextPruning) {
            prune();
            nextPruning = Math.max(FIRST_PRUNING, 2 * size());
        }
    }

    private void prune() {
        plain.removeIf(reference -> reference.refersTo(null));
        handled.removeIf(ChannelCore::isFinished);
    }

    int size() {
        return plain.size() + handled.size();
    }

    /** Returns those that are left. */
    List<ChannelCore<?>> all() {
        List<ChannelCore<?>> all = new ArrayList<>(handled);
        for (WeakReference<ChannelCore<?>> reference : plain) {
            ChannelCore<?> channel = reference.get();
            if (channel != null) {
                all.add(channel);
            }
        }
        return all;
    }
}
