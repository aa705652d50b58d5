package dev.ropewalk.observe.jmx;

import dev.ropewalk.channel.ProcessSnapshot;
import dev.ropewalk.channel.ProcessState;
import dev.ropewalk.channel.ScopeSnapshot;
import java.time.Duration;
import java.util.List;

/**
 * A process scope without its stacks; those are in the text. Scopes within have beans of their own.
 *
 * @param name of the scope
 * @param owner what its owner's thread does
 * @param processes what its processes do
 * @param text all of the snapshot
 */
record ScopeView(String name, ProcessView owner, List<ProcessView> processes, String text) {
    /**
     * A process.
     *
     * @param operation what it waits for; empty if it doesn't wait for channels or processes
     * @param waitingMillis how long; 0 if it doesn't wait
     */
    record ProcessView(String name, ProcessState state, String operation, long waitingMillis) {
        static ProcessView of(ProcessSnapshot process) {
            return new ProcessView(
                    process.name(),
                    process.state(),
                    process.operation(),
                    process.waiting().map(Duration::toMillis).orElse(0L));
        }
    }

    static ScopeView of(ScopeSnapshot scope) {
        return new ScopeView(
                scope.name(),
                ProcessView.of(scope.owner()),
                scope.processes().stream().map(ProcessView::of).toList(),
                scope.toString());
    }
}
