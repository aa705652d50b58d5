package dev.ropewalk.journal;

import dev.ropewalk.journal.flow.AppendingSink;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.ToLongFunction;

/**
 * Appends what one publisher publishes to a journal, each element as a record, in the thread that brings it. It is made of an {@linkplain
 * Appender#subscriber appender}, which belongs to it from then on and is closed at its end.
 *
 * {@snippet class="dev.ropewalk.journal.snippets.JournalSnippets" region="subscriber" :
 * RecordSubscriber<String> orders = journal.appender(Codec.strings()).subscriber();
 * web.subscribe(orders);
 * CompletableFuture<Void> told = orders.done().thenAccept(records -> log(records + " orders are on the disk"));
 * }
 *
 * <p>It requests 256 elements ahead, and more as they are appended. An append doesn't wait for readers, since the disk is the buffer; with
 * {@link Durability#each()} it waits for the disk, and so does the publisher.
 *
 * <p>What goes wrong ends it: a {@link JournalFullException}, any other error of {@link Appender} or of the codec, a failure of the
 * publisher, an element that wasn't requested. Then the publisher is cancelled and {@link #done} fails with that cause. What was
 * appended before stays: the first {@link #appended} elements at least. One more may be there, whose append has failed late, such as when it
 * waited for the disk. A journal that is closed ends it so, too, at once, though an append that is under way may still succeed then; if
 * nothing was subscribed yet, as soon as that is.
 *
 * <p>The methods of {@link Flow.Subscriber} are the publisher's, by the rules of Reactive Streams: by one thread at a time. Any thread may call the others. What a
 * publisher did before it brought an element happens-before the handler of its record.
 *
 * @param <T> the type of the elements
 */
public final class RecordSubscriber<T> implements Flow.Subscriber<T> {
    private final AppendingSink<T> sink;

    /** Makes one of an appender, which it will close, and of what appends an element by it. */
    RecordSubscriber(Appender appender, ToLongFunction<? super T> append) {
        this.sink = new AppendingSink<>(appender.flows(), append, appender::whenDurable, appender::close);
    }

    /**
     * Returns a future that completes when the publisher has completed and all its elements are durable, with their number. With {@link
     * Durability#none()} that takes one force, at the end. It completes on the thread of {@link Appender#appendAsync(byte[])}, or in the
     * thread that ends the flow. It is always the same. Cancelling it cancels the publisher. A failure that nobody waits for here is logged.
     */
    public CompletableFuture<Long> done() {
        return sink.done();
    }

    /** Returns how many elements were appended so far; where an append has failed, at least as many. */
    public long appended() {
        return sink.appended();
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
