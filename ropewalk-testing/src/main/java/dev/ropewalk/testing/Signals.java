package dev.ropewalk.testing;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber that keeps what it is told, as text, and requests what the test asks it to.
 *
 * @param <T> the type of the elements
 */
public final class Signals<T> implements Flow.Subscriber<T> {
    private final List<String> all = new CopyOnWriteArrayList<>();
    private final long first;
    private volatile Flow.@Nullable Subscription subscription;

    private Signals(long first) {
        this.first = first;
    }

    /** Returns a subscriber that requests nothing by itself. */
    public static <T> Signals<T> idle() {
        return new Signals<>(0);
    }

    /** Returns a subscriber that requests so many elements when it is subscribed. */
    public static <T> Signals<T> requesting(long elements) {
        return new Signals<>(elements);
    }

    /** Returns what came so far: elements, {@code complete}, or the failure. */
    public List<String> all() {
        return List.copyOf(all);
    }

    /** Returns the subscription. */
    public Flow.Subscription subscription() {
        return Objects.requireNonNull(subscription, "not subscribed");
    }

    /** Waits until a last signal has come. */
    public List<String> await(String last) {
        Await.until(
                () -> "no " + last + " but " + all,
                () -> !all.isEmpty() && all.getLast().equals(last),
                Await.DEADLINE);
        return all();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscribed) {
        subscription = subscribed;
        if (first > 0) {
            subscribed.request(first);
        }
    }

    @Override
    public void onNext(T element) {
        all.add(element.toString());
    }

    @Override
    public void onError(Throwable cause) {
        all.add(cause.toString());
    }

    @Override
    public void onComplete() {
        all.add("complete");
    }
}
