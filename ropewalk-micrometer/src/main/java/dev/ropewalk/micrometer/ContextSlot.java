package dev.ropewalk.micrometer;

import dev.ropewalk.base.CarriedContext;
import dev.ropewalk.base.ContextKind;
import dev.ropewalk.base.ContextScope;
import dev.ropewalk.base.Contexts;
import dev.ropewalk.base.Names;
import dev.ropewalk.micrometer.context.NamedPart;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The place for a context in an event of a pipeline, which is used again and again: a field of the event. The publisher captures its
 * context with the rest of the event, and each stage may run in it.
 *
 * {@snippet class="dev.ropewalk.micrometer.snippets.ContextSnippets" region="pipeline" :
 * payments.publish((payment, sequence) -> {
 *     payment.amount = amount;
 *     payment.context.capture();
 * });
 * }
 *
 * <p>Each publisher has to capture, or the event would have the context of its last use. As thread-safe as the event's other fields: what a
 * publisher captures a stage sees.
 */
public final class ContextSlot {
    private final NamedPart way;
    private @Nullable CarriedContext context;

    /**
     * Makes a place without a context.
     *
     * @param way the name of the pipeline; spans are called after it
     * @throws IllegalArgumentException if that is blank
     */
    public ContextSlot(String way) {
        this.way = new NamedPart(ContextKind.PIPELINE, Names.checked(way, "way"));
    }

    /** What is done in a context. */
    @FunctionalInterface
    public interface Task<X extends Exception> {
        void run() throws X;
    }

    /** Captures the context of the calling thread; none if no {@link ContextPropagation} is installed. */
    public void capture() {
        context = Contexts.capture(way, this);
    }

    /** Forgets the context, so that it isn't kept until the event is used again. */
    public void clear() {
        context = null;
    }

    /** Runs something in the context that was captured. */
    public <X extends Exception> void run(Task<X> task) throws X {
        Objects.requireNonNull(task, "task");
        ContextScope scope = Contexts.open(context, way);
        try {
            task.run();
        } catch (Throwable thrown) {
            scope.failed(thrown);
            throw thrown;
        } finally {
            scope.close();
        }
    }
}
