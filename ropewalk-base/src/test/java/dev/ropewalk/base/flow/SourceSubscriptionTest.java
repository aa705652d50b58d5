package dev.ropewalk.base.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Signals;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a subscription makes of the calls of its subscriber, its source and its executor. */
class SourceSubscriptionTest {
    private final List<String> events = new ArrayList<>();
    private final Queue<Runnable> runs = new ArrayDeque<>();
    private final Queue<Integer> elements = new ArrayDeque<>(List.of(1, 2, 3));

    private boolean isClosed;
    private boolean isBroken;
    private boolean isRefusing;
    private boolean hasNoMemory;
    private boolean cannotGiveWay;

    private Source begun(Flow.Subscriber<Integer> subscriber) {
        Source source = new Source(subscriber);
        source.begin();
        runAll();
        return source;
    }

    private void runAll() {
        while (!runs.isEmpty()) {
            runs.remove().run();
        }
    }

    @Test
    void shouldAddRequestsUpToNoBound() {
        Signals<Integer> signals = Signals.requesting(Long.MAX_VALUE);
        Source source = begun(signals);
        source.request(Long.MAX_VALUE);
        source.request(1);
        elements.add(4);
        source.signal();
        runAll();

        assertThat(signals.all()).containsExactly("1", "2", "3", "4");
    }

    @Test
    void shouldTellOfAWrongRequestWithItsValue() {
        Signals<Integer> signals = Signals.idle();
        Source source = begun(signals);
        source.request(-5);
        runAll();

        assertThat(signals.all())
                .containsExactly(
                        "java.lang.IllegalArgumentException: non-positive subscription request: -5 (rule 3.9)");
        assertThat(events).containsExactly("released", "left");
    }

    @Test
    void shouldSayNothingAfterTheEnd() {
        Signals<Integer> signals = Signals.requesting(9);
        isClosed = true;
        Source source = begun(signals);
        source.request(0);
        source.cancel();
        source.request(7);
        runAll();

        assertThat(signals.all()).containsExactly("1", "2", "3", "complete");
        assertThat(events).startsWith("released").doesNotContain("left");
    }

    @Test
    void shouldFailWithItsSource() {
        Signals<Integer> signals = Signals.requesting(9);
        isBroken = true;
        Source ignored = begun(signals);

        assertThat(signals.all()).containsExactly("java.lang.IllegalStateException: the source broke");
        assertThat(events).containsExactly("released");
    }

    @Test
    void shouldFailWithItsExecutor() {
        Signals<Integer> signals = Signals.idle();
        Source source = begun(signals);
        isRefusing = true;
        source.request(1);

        assertThat(signals.all()).containsExactly("java.util.concurrent.RejectedExecutionException: no more");
        assertThat(events).containsExactly("released", "left");
    }

    @Test
    void shouldReleaseAgainWhatArrivesLate() {
        Source source = begun(Signals.idle());
        source.cancel();
        runAll();
        source.signal();
        runAll();

        assertThat(events).containsExactly("released", "left", "released");
    }

    @Test
    void shouldBeStoppedOnce() {
        Signals<Integer> signals = Signals.idle();
        Source source = begun(signals);

        assertThat(source.stop("enough")).isTrue();
        assertThat(source.stop("enough")).isFalse();
        runAll();
        assertThat(signals.all()).containsExactly("java.util.concurrent.CancellationException: enough");
        assertThat(events).containsExactly("released");
    }

    @Test
    void shouldReportWhateverASubscriberThrows() {
        isClosed = true;
        Source ignored = begun(new Throwing("onSubscribe"));
        ignored = begun(new Throwing("onNext"));
        elements.clear();
        ignored = begun(new Throwing("onComplete"));

        assertThat(events)
                .containsExactly(
                        "a subscriber has failed in onSubscribe: onSubscribe",
                        "released",
                        "left",
                        "a subscriber has failed in onNext: onNext",
                        "released",
                        "left",
                        "released",
                        "a subscriber has failed when it was told of the end: onComplete");
    }

    @Test
    void shouldEndThoughThereIsNoMemoryToSayWhy() {
        Signals<Integer> signals = Signals.requesting(9);
        isBroken = true;
        hasNoMemory = true;
        Source ignored = begun(signals);

        assertThat(signals.all())
                .containsExactly(
                        "java.lang.OutOfMemoryError: a flow has failed, and there was no memory to keep the cause");
        assertThat(events).containsExactly("released");
    }

    @Test
    void shouldLeaveASubscriberThatThrowsThoughThereIsNoMemoryToSayWhy() {
        hasNoMemory = true;
        Source source = begun(new Throwing("onNext"));
        source.signal();
        runAll();

        assertThat(events).containsExactly("a subscriber has failed in onNext: onNext", "released", "left", "released");
    }

    @Test
    void shouldGoOnInItsThreadWithoutMemoryToGiveWay() {
        Signals<Integer> signals = Signals.idle();
        Source source = begun(signals);
        IntStream.range(4, 200).forEach(elements::add);
        cannotGiveWay = true;
        source.request(200);
        runs.remove().run();

        assertThat(signals.all()).hasSize(199);
        assertThat(runs).isEmpty();
    }

    /** A source of the elements of a queue. */
    private final class Source extends SourceSubscription<Integer> {
        Source(Flow.Subscriber<Integer> subscriber) {
            super(subscriber);
        }

        @Override
        void beforeEnd() {
            if (hasNoMemory) {
                throw new OutOfMemoryError("as if");
            }
        }

        @Override
        Turn newTurn() {
            if (cannotGiveWay) {
                throw new OutOfMemoryError("as if");
            }
            return super.newTurn();
        }

        @Override
        protected @Nullable Integer next() {
            if (isBroken) {
                throw new IllegalStateException("the source broke");
            }
            Integer next = elements.poll();
            if (next == null) {
                lookForEnd();
            }
            return next;
        }

        @Override
        protected void lookForEnd() {
            if (isClosed && elements.isEmpty()) {
                complete();
            }
        }

        @Override
        protected void release() {
            events.add("released");
        }

        @Override
        protected void subscriberHasLeft(@Nullable Throwable cause) {
            events.add("left");
        }

        @Override
        protected void report(String what, Throwable thrown) {
            events.add(what + ": " + thrown.getMessage());
        }

        @Override
        protected void submit(Runnable run) {
            if (isRefusing) {
                throw new RejectedExecutionException("no more");
            }
            runs.add(run);
        }
    }

    /** A subscriber that requests all and throws in one of its methods. */
    private record Throwing(String where) implements Flow.Subscriber<Integer> {
        private void throwIn(String method) {
            if (method.equals(where)) {
                throw new IllegalStateException(method);
            }
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(9);
            throwIn("onSubscribe");
        }

        @Override
        public void onNext(Integer element) {
            throwIn("onNext");
        }

        @Override
        public void onError(Throwable cause) {
            throwIn("onError");
        }

        @Override
        public void onComplete() {
            throwIn("onComplete");
        }
    }
}
