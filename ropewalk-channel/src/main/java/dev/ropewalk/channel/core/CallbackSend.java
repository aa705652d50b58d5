package dev.ropewalk.channel.core;

import dev.ropewalk.channel.SendResult;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** A callback that waits until an element is sent. */
final class CallbackSend extends CallbackWaiter {
    private final Consumer<? super SendResult> callback;

    CallbackSend(ChannelCore<?> channel, Object element, Executor executor, Consumer<? super SendResult> callback) {
        super(channel, element, executor);
        this.callback = callback;
    }

    @Override
    void call(Object outcome) {
        callback.accept(outcome instanceof Closure closure ? closure.sendResult() : SendResult.sent());
    }

    @Override
    void rejected() {}
}
