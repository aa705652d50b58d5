package dev.ropewalk.task.flow;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that a publisher publishes. The publisher is subscribed to before any step, so that a hot one loses nothing that it publishes after that. Later it is
 * called by steps only, which don't overlap (rule 2.7), and by {@code onSubscribe} where it isn't wanted.
 */
final class PublishedTasks<T> implements TaskSupply<T>, Flow.Subscriber<Callable<? extends T>> {
    /** Stands for a subscription that has ended, and takes no other's place. */
    private static final Flow.Subscription NONE = new Flow.Subscription() {
        @Override
        public void request(long elements) {}

        @Override
        public void cancel() {}
    };

    private final Flow.Publisher<? extends Callable<? extends T>> tasks;
    private final Taker<T> taker;
    private final AtomicReference<Flow.@Nullable Subscription> upstream = new AtomicReference<>();
    private final AtomicLong due = new AtomicLong();

    PublishedTasks(Flow.Publisher<? extends Callable<? extends T>> tasks, Taker<T> taker) {
        this.tasks = tasks;
        this.taker = taker;
    }

    @Override
    @SuppressWarnings("unchecked") // a publisher only gives its elements
    public void connect() {
        try {
            ((Flow.Publisher<Callable<? extends T>>) tasks).subscribe(this);
        } catch (Throwable thrown) {
            taker.end(thrown);
        }
    }

    @Override
    public void start() {}

    @Override
    public void request(long wanted) {
        long ignored = due.addAndGet(wanted);
        Objects.requireNonNull(upstream.get()).request(wanted);
    }

    @Override
    public void cancel() {
        Flow.Subscription from = upstream.getAndSet(NONE);
        if (from != null) {
            from.cancel();
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        Objects.requireNonNull(subscription, "subscription");
        if (upstream.compareAndSet(null, subscription)) {
            taker.ready();
        } else {
            subscription.cancel();
        }
    }

    @Override
    public void onNext(Callable<? extends T> task) {
        Objects.requireNonNull(task, "task");
        if (due.getAndDecrement() <= 0) {
            taker.end(new IllegalStateException("a task came that wasn't requested (rule 1.1)"));
        } else {
            taker.take(task);
        }
    }

    @Override
    public void onError(Throwable cause) {
        taker.end(Objects.requireNonNull(cause, "cause"));
    }

    @Override
    public void onComplete() {
        taker.end(null);
    }
}
