package dev.ropewalk.channel.operator;

import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.core.Closure;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes an element of each. */
public final class MapOperator<T, R> extends Operator<T> {
    private final Function<? super T, ? extends R> fn;
    private final Sender<? super R> target;

    public MapOperator(
            Receiver<T> source, Function<? super T, ? extends R> fn, Sender<? super R> target, OperatorEnd end) {
        super(source, end);
        this.fn = Objects.requireNonNull(fn, "fn");
        this.target = target;
    }

    @Override
    protected @Nullable Closure passOn(T element) throws InterruptedException {
        R made = fn.apply(element);
        if (made == null) {
            throw new NullPointerException("null is no element, but was made of " + element);
        }
        return send(target, made);
    }
}
