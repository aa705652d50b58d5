package dev.ropewalk.channel.select;

import dev.ropewalk.channel.core.ForwardingSender;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sends by an end that is told when a send begins, and when it was sent or waits. */
public final class ForwardClause<T, R> extends SendClause<Object, R> {
    private final ForwardingSender<T> to;

    public ForwardClause(ForwardingSender<T> to, Supplier<? extends T> source, Function<Object, ? extends R> action) {
        super(
                to.channel(),
                () -> to.begin(Objects.requireNonNull(source.get(), () -> "the element to " + to.name())),
                action);
        this.to = to;
    }

    @Override
    ForwardingSender<?> told() {
        return to;
    }
}
