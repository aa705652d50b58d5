package dev.ropewalk.flow.junction;

import dev.ropewalk.flow.chain.Chain;
import dev.ropewalk.flow.chain.Input;
import dev.ropewalk.flow.chain.Stage;
import dev.ropewalk.flow.chain.SteppedHead;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Pushes what a function makes of each two elements of two rows. It ends with the shorter one. */
public final class Zip<A, B, T> extends SteppedHead<T> {
    private final BiFunction<? super A, ? super B, ? extends T> function;
    private final Input<A> first;
    private final Input<B> second;
    private @Nullable Throwable failure;

    /** Zips two chains. */
    public Zip(
            Stage<? super T> stage,
            @Nullable FlowExecutor executor,
            Chain<A> first,
            Chain<B> second,
            BiFunction<? super A, ? super B, ? extends T> function,
            int buffer) {
        super(stage, executor);
        this.function = function;
        this.first = new Input<>(first, buffer, this);
        this.second = new Input<>(second, buffer, this);
    }

    @Override
    public void connect() {
        first.connect();
        second.connect();
    }

    @Override
    protected void begin() {
        first.open();
        second.open();
    }

    @Override
    protected long push(Stage<? super T> stage, long wanted) {
        long count = 0;
        while (count < wanted && !first.isEmpty() && !second.isEmpty()) {
            A one = Objects.requireNonNull(first.poll());
            B other = Objects.requireNonNull(second.poll());
            first.settle();
            second.settle();
            if (!stage.push(
                    Objects.requireNonNull(function.apply(one, other), "the function of a zip returned null"))) {
                return ENDED;
            }
            count++;
        }
        return count;
    }

    @Override
    protected boolean isFinished() {
        if (isFinished(first) || isFinished(second)) {
            giveUp();
            return true;
        }
        return false;
    }

    private boolean isFinished(Input<?> input) {
        if (input.isFinished()) {
            failure = input.failure();
            return true;
        }
        return false;
    }

    @Override
    protected @Nullable Throwable failure() {
        return failure;
    }

    @Override
    protected void giveUp() {
        first.giveUp();
        second.giveUp();
    }
}
