package dev.ropewalk.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Signals;
import java.lang.ref.WeakReference;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a flow keeps of a subscriber that has cancelled (rule 3.13). */
class CancelTest {
    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    @Test
    void shouldForgetASubscriberThatHasCancelled() {
        Source<Integer> source = Source.generate(() -> 1).async(scheduler).async(scheduler, 4);
        Subscribed subscribed = subscribe(source);
        Flow.Subscription subscription = subscribed.subscription;
        WeakReference<?> subscriber = subscribed.subscriber;
        subscription.cancel();

        Await.until("the subscriber is still known", () -> {
            System.gc();
            return subscriber.get() == null;
        });
        subscription.request(1);
        assertThat(subscriber.get()).isNull();
    }

    private record Subscribed(Flow.Subscription subscription, WeakReference<?> subscriber) {}

    private static Subscribed subscribe(Source<Integer> source) {
        Signals<Integer> signals = Signals.requesting(3);
        source.subscribe(signals);
        return new Subscribed(signals.subscription(), new WeakReference<>(signals));
    }
}
