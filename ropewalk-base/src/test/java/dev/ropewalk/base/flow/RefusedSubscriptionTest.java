package dev.ropewalk.base.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Signals;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** What a subscriber is told that can't be subscribed. */
class RefusedSubscriptionTest {
    private final List<String> reports = new ArrayList<>();

    private void refuse(Flow.Subscriber<?> subscriber) {
        RefusedSubscription.tell(
                subscriber,
                new IllegalStateException("the rope broke"),
                (what, thrown) -> reports.add(what + ": " + thrown.getMessage()));
    }

    @Test
    void shouldTellWhyThoughSomethingWasRequested() {
        Signals<Integer> signals = Signals.requesting(3);
        refuse(signals);
        signals.subscription().request(-1);
        signals.subscription().cancel();

        assertThat(signals.all()).containsExactly("java.lang.IllegalStateException: the rope broke");
        assertThat(reports).isEmpty();
    }

    @Test
    void shouldSayNothingToASubscriberThatHasCancelled() {
        List<String> told = new ArrayList<>();
        refuse(new Flow.Subscriber<Integer>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.cancel();
            }

            @Override
            public void onNext(Integer element) {
                told.add("element");
            }

            @Override
            public void onError(Throwable cause) {
                told.add("failure");
            }

            @Override
            public void onComplete() {
                told.add("end");
            }
        });

        assertThat(told).isEmpty();
    }

    @Test
    void shouldReportWhatASubscriberThrows() {
        refuse(new Flow.Subscriber<Integer>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                throw new IllegalStateException("no");
            }

            @Override
            public void onNext(Integer element) {}

            @Override
            public void onError(Throwable cause) {}

            @Override
            public void onComplete() {}
        });

        assertThat(reports).containsExactly("a subscriber has failed when it was refused: no");
    }
}
