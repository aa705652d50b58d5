package dev.ropewalk.flow;

import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A subscriber that requests the next element when it gets one, and counts them. */
class OneByOne implements Flow.Subscriber<Integer> {
    private final AtomicInteger received;
    private Flow.@Nullable Subscription subscription;

    OneByOne(AtomicInteger received) {
        this.received = received;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscribed) {
        subscription = subscribed;
        subscribed.request(1);
    }

    @Override
    public void onNext(Integer element) {
        received.incrementAndGet();
        if (subscription != null) {
            subscription.request(1);
        }
    }

    @Override
    public void onError(Throwable cause) {}

    @Override
    public void onComplete() {}
}
