package dev.ropewalk.channel.core;

import dev.ropewalk.channel.ReceiveResult;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** A callback that waits until an element is received. */
final class CallbackReceive<T> extends CallbackWaiter {
    private final ChannelCore<T> source;
    private final Consumer<? super ReceiveResult<T>> callback;

    CallbackReceive(ChannelCore<T> source, Executor executor, Consumer<? super ReceiveResult<T>> callback) {
        super(source, null, executor);
        this.source = source;
        this.callback = callback;
    }

    @Override
    void call(Object outcome) {
        callback.accept(Outcomes.toReceiveResult(outcome));
    }

    @Override
    void rejected() {
        Object outcome = take();
        if (!(outcome instanceof Closure)) {
            source.giveBack(outcome);
        }
    }
}
