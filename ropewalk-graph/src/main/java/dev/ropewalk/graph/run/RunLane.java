package dev.ropewalk.graph.run;

import dev.ropewalk.graph.order.StartList;
import org.jspecify.annotations.Nullable;

/** A virtual thread of a run. It runs an action, and then one of those it may start itself, as long as there are any. */
final class RunLane implements Runnable {
    private final Execution execution;
    private StartList.@Nullable Start first;

    RunLane(Execution execution, StartList.Start first) {
        this.execution = execution;
        this.first = first;
    }

    @Override
    public void run() {
        StartList.Start next = first;
        StartList starts = null;
        try {
            starts = new StartList();
            first = null;
            while (next != null) {
                execution.attempt(next, starts);
                next = starts.poll();
                execution.startAll(starts);
            }
        } catch (Throwable broken) {
            execution.collapse(broken, next, starts);
        }
    }
}
