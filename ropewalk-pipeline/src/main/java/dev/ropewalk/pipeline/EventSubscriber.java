package dev.ropewalk.pipeline;

import dev.ropewalk.pipeline.flow.PublishingSink;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/**
 * Publishes what one publisher publishes as events of a pipeline, in its order. It is a producer among others, and requests as many elements as the ring has room
 * for, 256 at most, and one if it has none: that one waits for room, without a thread, as other producers do. If these take the room meanwhile,
 * those that were requested wait, too.
 * Of a pipeline for a single producer it is that one, and nobody else publishes.
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="subscriber" :
 * EventSubscriber<byte[]> orders = pipeline.subscriber(Order::read);
 * web.subscribe(orders);
 * CompletableFuture<Void> closed = orders.done().thenRunAsync(pipeline::close);
 * }
 *
 * <p>What goes wrong ends it: what the function throws that fills events, a failure of the publisher, an element that wasn't requested, or the end of the
 * pipeline, which is told at once. Then the publisher is cancelled, elements that wait are dropped, and {@link #done} fails with that cause. The pipeline
 * goes on, for other producers, and is left to its owner when the publisher completes, too.
 *
 * <p>The methods of {@link Flow.Subscriber} are the publisher's, by the rules of Reactive Streams: by one thread at a time. Any thread may call the others. What a
 * publisher did before it brought an element happens-before the handling of its event.
 *
 * @param <T> the type of the elements
 */
public final class EventSubscriber<T> implements Flow.Subscriber<T> {
    private final PublishingSink<?, T> sink;

    EventSubscriber(PublishingSink<?, T> sink) {
        this.sink = sink;
    }

    /**
     * Returns a future that completes with the number of events, when the publisher has completed and all are published, not yet handled. It is
     * always the same. Cancelling it cancels the publisher. A failure that nobody waits for here is logged.
     */
    public CompletableFuture<Long> done() {
        return sink.done();
    }

    /** Returns how many elements were published so far. */
    public long published() {
        return sink.published();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        sink.onSubscribe(subscription);
    }

    @Override
    public void onNext(T element) {
        sink.onNext(element);
    }

    @Override
    public void onError(Throwable cause) {
        sink.onError(cause);
    }

    @Override
    public void onComplete() {
        sink.onComplete();
    }

    @Override
    public String toString() {
        return sink.toString();
    }
}
