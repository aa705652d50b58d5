package dev.ropewalk.testing;

import java.util.concurrent.Flow;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.SubscriberPuppet;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.WhiteboxSubscriberProbe;

/**
 * A subscriber whose signals a probe of the TCK sees. It requests by itself; what the TCK wants to be requested or cancelled besides
 * goes to the publisher in its name.
 *
 * @param <T> the type of the elements
 */
public final class ProbedSubscriber<T> implements Flow.Subscriber<T> {
    private final Flow.Subscriber<T> subscriber;
    private final WhiteboxSubscriberProbe<T> probe;

    /** Makes a subscriber of another one. */
    public ProbedSubscriber(Flow.Subscriber<T> subscriber, WhiteboxSubscriberProbe<T> probe) {
        this.subscriber = subscriber;
        this.probe = probe;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscriber.onSubscribe(subscription);
        probe.registerOnSubscribe(new SubscriberPuppet() {
            @Override
            public void triggerRequest(long elements) {
                subscription.request(elements);
            }

            @Override
            public void signalCancel() {
                subscription.cancel();
            }
        });
    }

    @Override
    public void onNext(T element) {
        subscriber.onNext(element);
        probe.registerOnNext(element);
    }

    @Override
    public void onError(Throwable cause) {
        subscriber.onError(cause);
        probe.registerOnError(cause);
    }

    @Override
    public void onComplete() {
        subscriber.onComplete();
        probe.registerOnComplete();
    }
}
