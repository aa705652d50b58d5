package dev.ropewalk.scheduler;

import dev.ropewalk.base.Nulls;
import java.util.List;
import java.util.Objects;

/**
 * A worker that stayed in one task longer than it should.
 *
 * @param worker the thread's name
 * @param stack where the task was, innermost frame first
 */
public record StuckWorker(String worker, List<StackTraceElement> stack) {
    public StuckWorker {
        Objects.requireNonNull(worker, "worker");
        stack = Nulls.copy(stack, "stack");
    }

    /** Returns the name and the stack as a thread dump shows them. */
    @Override
    public String toString() {
        var text = new StringBuilder('"' + worker + '"');
        stack.forEach(frame -> text.append("\n\tat ").append(frame));
        return text.toString();
    }
}
