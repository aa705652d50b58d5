package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.base.Durations;
import dev.ropewalk.cluster.testkit.net.Calls.Call;
import org.jspecify.annotations.Nullable;

/** The last thing that a node does as a member that leaves: it sends what is left. All is done under the guard, but for what is returned or called by the listener. */
final class Farewell {
    private final SimulatedNode node;
    private boolean hasBegun;
    private boolean isOver;

    Farewell(SimulatedNode node) {
        this.node = node;
    }

    /** Returns whether the node has sent all; the first time it is told to. */
    boolean isOver() {
        if (!hasBegun) {
            hasBegun = true;
            node.callSoon(this::begin);
        }
        return isOver;
    }

    private @Nullable Runnable begin() {
        if (node.state() == null) {
            return null; // it was removed meanwhile
        }
        Call giveUp = node.calls().addIn(Durations.delayNanos(node.options().handOffTimeout()), () -> {
            end();
            return null;
        });
        return () -> node.listener()
                .shardsLeft()
                .thenRun(() -> node.guard().run(() -> {
                    node.calls().remove(giveUp);
                    end();
                }));
    }

    private void end() {
        if (!isOver) {
            isOver = true;
            node.network().review();
        }
    }
}
