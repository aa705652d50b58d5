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
 * An element with the context of the thread that sends it, to go through a channel or another queue. The thread that receives it
 * keeps its own context, and has the sender's while it {@linkplain #handle handles} the element.
 *
 * {@snippet class="dev.ropewalk.micrometer.snippets.ContextSnippets" region="channel" :
 * orders.send(InContext.of(order, "orders"));
 * InContext<Order> next = orders.receive();
 * next.handle(this::ship);
 * }
 *
 * <p>It has no context if no {@link ContextPropagation} is installed. Immutable, if the element is.
 *
 * @param <T> the type of the element
 */
public final class InContext<T> {
    private final T element;
    private final NamedPart way;
    private final @Nullable CarriedContext context;

    private InContext(T element, NamedPart way, @Nullable CarriedContext context) {
        this.element = element;
        this.way = way;
        this.context = context;
    }

    /**
     * Captures the context of the calling thread for an element.
     *
     * @param way through what the element is sent, such as the name of a channel; spans are called after it
     * @throws IllegalArgumentException if that is blank
     */
    public static <T> InContext<T> of(T element, String way) {
        Objects.requireNonNull(element, "element");
        var part = new NamedPart(ContextKind.CHANNEL, Names.checked(way, "way"));
        return new InContext<>(element, part, Contexts.capture(part, element));
    }

    /** What is done with an element. */
    @FunctionalInterface
    public interface Handler<T, X extends Exception> {
        void handle(T element) throws X;
    }

    /** Returns the element. */
    public T element() {
        return element;
    }

    /** Returns another element with the same context. */
    public <U> InContext<U> with(U other) {
        return new InContext<>(Objects.requireNonNull(other, "other"), way, context);
    }

    /** Handles the element in its context. */
    public <X extends Exception> void handle(Handler<? super T, X> handler) throws X {
        Objects.requireNonNull(handler, "handler");
        ContextScope scope = Contexts.open(context, way);
        try {
            handler.handle(element);
        } catch (Throwable thrown) {
            scope.failed(thrown);
            throw thrown;
        } finally {
            scope.close();
        }
    }

    @Override
    public String toString() {
        return element + " in context";
    }
}
