package dev.ropewalk.channel.operator;

import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.core.Closure;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Passes on some of what comes. What it leaves out counts as received. */
public final class FilterOperator<T> extends Operator<T> {
    private final Predicate<? super T> chosen;
    private final Sender<? super T> target;

    public FilterOperator(Receiver<T> source, Predicate<? super T> chosen, Sender<? super T> target, OperatorEnd end) {
        super(source, end);
        this.chosen = Objects.requireNonNull(chosen, "chosen");
        this.target = target;
    }

    @Override
    protected @Nullable Closure passOn(T element) throws InterruptedException {
        return chosen.test(element) ? send(target, element) : null;
    }
}
