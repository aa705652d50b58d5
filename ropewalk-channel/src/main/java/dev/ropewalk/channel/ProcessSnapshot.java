package dev.ropewalk.channel;

import dev.ropewalk.base.Nulls;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a process, or the owner of a {@link ProcessScope}, does.
 *
 * @param name the name of the process or the owner's thread
 * @param state how far the process has come; owners are running
 * @param operation what it waits for, such as {@code receive from orders}; empty if it doesn't wait for channels or processes
 * @param channels the names of the channels that it waits for, several in a select
 * @param waiting how long it has been waiting, if it waits and that was noted
 * @param stack its stack, the innermost call first
 * @param scopes the scopes that it has opened, at most one, with the next within that
 */
public record ProcessSnapshot(
        String name,
        ProcessState state,
        String operation,
        List<String> channels,
        Optional<Duration> waiting,
        List<StackTraceElement> stack,
        List<ScopeSnapshot> scopes) {
    private static final int MAX_FRAMES = 16;

    /** Makes copies of the lists. */
    public ProcessSnapshot {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(operation, "operation");
        channels = Nulls.copy(channels, "channels");
        Objects.requireNonNull(waiting, "waiting");
        stack = Nulls.copy(stack, "stack");
        scopes = Nulls.copy(scopes, "scopes");
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        append(text, "");
        return text.toString();
    }

    void append(StringBuilder text, String indent) {
        text.append(indent).append("process ");
        appendLine(text);
        appendStack(text, indent + "    ");
        scopes.forEach(scope -> scope.appendWithin(text, indent + "  "));
    }

    void appendLine(StringBuilder text) {
        text.append(name).append(": ").append(operation.isEmpty() ? state.name() : operation);
        waiting.ifPresent(time -> text.append(", since ").append(inWords(time)));
        text.append('\n');
    }

    void appendStack(StringBuilder text, String indent) {
        stack.stream()
                .limit(MAX_FRAMES)
                .forEach(
                        frame -> text.append(indent).append("at ").append(frame).append('\n'));
        if (stack.size() > MAX_FRAMES) {
            text.append(indent).append("...\n");
        }
    }

    private static String inWords(Duration time) {
        return time.toSeconds() >= 10 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
