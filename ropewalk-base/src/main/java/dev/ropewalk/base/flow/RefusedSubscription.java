package dev.ropewalk.base.flow;

import dev.ropewalk.base.StackRoom;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;

/** What a subscriber gets that can't be subscribed: it is told of the failure, and nothing else comes (rule 1.9). */
public final class RefusedSubscription implements Flow.Subscription {
    private boolean isCancelled; // as far as the thread that subscribes can see

    private RefusedSubscription() {}

    /**
     * Tells a subscriber in the calling thread why it can't be subscribed.
     *
     * @param report logs what the subscriber throws
     */
    public static void tell(Flow.Subscriber<?> subscriber, Throwable why, BiConsumer<String, Throwable> report) {
        Objects.requireNonNull(subscriber, "subscriber");
        StackRoom.require();
        var subscription = new RefusedSubscription();
        try {
            subscriber.onSubscribe(subscription);
            if (!subscription.isCancelled) {
                subscriber.onError(why);
            }
        } catch (Throwable thrown) {
            report.accept("a subscriber has failed when it was refused", thrown);
        }
    }

    @Override
    public void request(long elements) {}

    @Override
    public void cancel() {
        isCancelled = true;
    }
}
