package dev.ropewalk.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.testing.Signals;
import dev.ropewalk.testing.Upstream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Sources and fused operators, in the thread that subscribes. */
class SourceTest {
    private static <T> List<T> all(Source<T> source) {
        return source.collect(Collectors.toList()).getNow(List.of());
    }

    @Test
    void shouldCallEachOperatorForOneElementAfterTheOther() {
        List<String> calls = new ArrayList<>();
        Source<Integer> source = Source.range(0, 3)
                .map(number -> {
                    calls.add("map " + number);
                    return number * 10;
                })
                .filter(number -> {
                    calls.add("filter " + number);
                    return number != 10;
                });

        assertThat(calls).isEmpty();
        assertThat(all(source)).containsExactly(0, 20);
        assertThat(calls).containsExactly("map 0", "filter 0", "map 1", "filter 10", "map 2", "filter 20");
    }

    @Test
    void shouldBeginAnewForEachSubscriber() {
        Source<Integer> source = Source.of(List.of(1, 2, 2, 3)).distinctUntilChanged();

        assertThat(all(source)).containsExactly(1, 2, 3);
        assertThat(all(source)).containsExactly(1, 2, 3);
    }

    @Test
    void shouldMakeWhatAFunctionReturns() {
        AtomicInteger next = new AtomicInteger();

        assertThat(all(Source.generate(next::incrementAndGet).take(3))).containsExactly(1, 2, 3);
        assertThat(next).hasValue(3);
        assertThat(all(Source.iterate(1, number -> number < 20, number -> number * 3)))
                .containsExactly(1, 3, 9);
        assertThat(all(Source.range(5, 5))).isEmpty();
        assertThat(all(Source.range(5, Integer.MIN_VALUE))).isEmpty();
        assertThat(all(Source.range(Integer.MAX_VALUE - 2, Integer.MAX_VALUE)))
                .containsExactly(Integer.MAX_VALUE - 2, Integer.MAX_VALUE - 1);
    }

    @Test
    void shouldMakeNoMoreThanWasRequested() {
        AtomicInteger made = new AtomicInteger();
        Signals<Integer> signals = Signals.requesting(2);
        Source.generate(made::incrementAndGet).filter(number -> number % 3 == 0).subscribe(signals);

        assertThat(signals.all()).containsExactly("3", "6");
        assertThat(made).hasValue(6);
        signals.subscription().request(1);
        assertThat(signals.all()).containsExactly("3", "6", "9");
        assertThat(made).hasValue(9);
        signals.subscription().cancel();
        signals.subscription().request(1);
        assertThat(made).hasValue(9);
    }

    @Test
    void shouldCompleteWithoutFurtherDemand() {
        Signals<Integer> signals = Signals.requesting(2);
        Source.range(0, 2).subscribe(signals);
        Signals<Integer> none = Signals.idle();
        Source.range(0, 0).subscribe(none);

        assertThat(signals.all()).containsExactly("0", "1", "complete");
        assertThat(none.all()).containsExactly("complete");
    }

    @Test
    void shouldBringABatchForEachThatIsRequested() {
        AtomicInteger made = new AtomicInteger();
        Signals<List<Integer>> signals = Signals.requesting(2);
        Source.generate(made::incrementAndGet).take(7).batch(3).subscribe(signals);

        assertThat(signals.all()).containsExactly("[1, 2, 3]", "[4, 5, 6]");
        assertThat(made).hasValue(6);
        signals.subscription().request(1);
        assertThat(signals.all()).endsWith("[7]", "complete");
    }

    @Test
    void shouldEndWithTheLastElementTaken() {
        Upstream upstream = new Upstream();
        Signals<Integer> signals = Signals.requesting(Long.MAX_VALUE);
        Flow.Subscriber<? super Integer> sink =
                subscribed(source -> source.take(2).subscribe(signals), upstream);

        assertThat(upstream.requested()).isEqualTo(2);
        sink.onNext(1);
        sink.onNext(2);
        assertThat(signals.all()).containsExactly("1", "2", "complete");
        assertThat(upstream.cancels()).isEqualTo(1);
        sink.onNext(3);
        sink.onComplete();
        assertThat(signals.all()).hasSize(3);
        assertThat(all(Source.generate(() -> 1).take(0))).isEmpty();
    }

    @Test
    void shouldFinishACollectionOnce() {
        AtomicInteger ends = new AtomicInteger();
        Collector<Integer, List<Integer>, Integer> collector =
                Collector.of(ArrayList::new, List::add, (one, other) -> one, list -> ends.incrementAndGet());

        assertThat(Source.range(0, 9).take(3).take(3).collect(collector)).isCompletedWithValue(1);
        assertThat(ends).hasValue(1);
    }

    @Test
    void shouldAskAPublisherForWhatWasRequestedBehindAWrongRequest() {
        List<Long> requested = new ArrayList<>();
        Signals<Integer> signals = Signals.requesting(1);
        Flow.Subscription upstream = new Flow.Subscription() {
            @Override
            public void request(long elements) {
                requested.add(elements);
                if (elements == 1) {
                    signals.subscription().request(0);
                    signals.subscription().request(5);
                }
            }

            @Override
            public void cancel() {}
        };
        Source.from((Flow.Subscriber<? super Integer> subscriber) -> subscriber.onSubscribe(upstream))
                .subscribe(signals);

        assertThat(requested).containsExactly(1L, 0L, 5L);
    }

    @Test
    void shouldRequestMoreOfAPublisherForWhatWasDropped() {
        Upstream upstream = new Upstream();
        Signals<Integer> signals = Signals.requesting(2);
        Flow.Subscriber<? super Integer> sink =
                subscribed(source -> source.filter(number -> number > 2).subscribe(signals), upstream);

        assertThat(upstream.requested()).isEqualTo(2);
        sink.onNext(1);
        sink.onNext(2);
        assertThat(upstream.requested()).isEqualTo(4);
        sink.onNext(3);
        sink.onNext(4);
        assertThat(upstream.requested()).isEqualTo(4);
        assertThat(signals.all()).containsExactly("3", "4");
    }

    @Test
    void shouldFailWithAPublisherThatSendsTooMuch() {
        Upstream upstream = new Upstream();
        Signals<Integer> signals = Signals.requesting(1);
        Flow.Subscriber<? super Integer> sink = subscribed(source -> source.subscribe(signals), upstream);
        sink.onNext(1);
        sink.onNext(2);

        assertThat(signals.all())
                .containsExactly(
                        "1", "java.lang.IllegalStateException: element 2 came, but only 1 were requested (rule 1.1)");
        assertThat(upstream.cancels()).isEqualTo(1);
    }

    @Test
    void shouldFailWithWhatAFunctionThrowsAndCancelTheSource() {
        Upstream upstream = new Upstream();
        Signals<Integer> signals = Signals.requesting(9);
        Flow.Subscriber<? super Integer> sink =
                subscribed(source -> source.map(number -> 6 / number).subscribe(signals), upstream);
        sink.onNext(2);
        sink.onNext(0);
        sink.onNext(1);

        assertThat(signals.all()).containsExactly("3", "java.lang.ArithmeticException: / by zero");
        assertThat(upstream.cancels()).isEqualTo(1);
        assertThat(failure(Source.range(0, 2).map(number -> 1 / number))).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void shouldRefuseNull() {
        assertThat(failure(Source.range(0, 2).map(SourceTest::nothing)))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the function of a map returned null");
        assertThat(failure(Source.generate(() -> nothing(1)).take(1))).hasMessage("element");
        assertThat(failure(Source.of(Collections.singletonList(nothing(1))))).hasMessage("element");
        Signals<Integer> signals = Signals.requesting(1);
        Flow.Subscriber<? super Integer> sink = subscribed(source -> source.subscribe(signals), new Upstream());
        Assertions.assertThatNullPointerException().isThrownBy(() -> sink.onNext(nothing(1)));
    }

    @SuppressWarnings("NullAway") // it breaks the rule
    private static Integer nothing(Integer ignored) {
        return null;
    }

    @Test
    void shouldFailWithASourceThatCannotBegin() {
        Source<Integer> broken = Source.of(() -> {
            throw new IllegalStateException("no iterator");
        });

        assertThat(failure(broken)).hasMessage("no iterator");
        assertThat(failure(Source.from(subscriber -> {
                    throw new IllegalStateException("no publisher");
                })))
                .hasMessage("no publisher");
    }

    @Test
    void shouldTellOfAFlowThatCannotBeMade() {
        Source<Integer> tooLong = Source.range(0, 3);
        for (int i = 0; i < 100_000; i++) {
            tooLong = tooLong.map(number -> number + 1);
        }
        Signals<Integer> signals = Signals.requesting(9);
        tooLong.subscribe(signals);

        assertThat(signals.all()).containsExactly("java.lang.StackOverflowError");
        assertThat(failure(tooLong)).isInstanceOf(StackOverflowError.class);
    }

    @Test
    void shouldKeepTheStackFlatWhenEachElementRequestsTheNext() {
        int elements = 100_000;
        AtomicInteger received = new AtomicInteger();
        Source.range(0, elements).map(number -> number + 1).subscribe(new OneByOne(received));

        assertThat(received).hasValue(elements);
    }

    @Test
    void shouldCancelWithItsFuture() {
        Upstream upstream = new Upstream();
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        Flow.Subscriber<? super Integer> sink =
                subscribed(source -> futures.add(source.forEach(number -> {})), upstream);
        sink.onNext(1);
        futures.getFirst().cancel(false);

        assertThat(upstream.cancels()).isEqualTo(1);
    }

    @Test
    void shouldCancelWhenItsFutureIsCompletedByHand() {
        Upstream upstream = new Upstream();
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        Flow.Subscriber<? super Integer> ignored =
                subscribed(source -> futures.add(source.forEach(number -> {})), upstream);
        futures.getFirst().complete(null);

        assertThat(upstream.cancels()).isEqualTo(1);
    }

    @Test
    void shouldEndItsFutureWithTheFlow() {
        assertThat(Source.range(0, 3).forEach(number -> {})).isCompletedWithValue(null);
        assertThat(failure(Source.range(0, 3).flatMap(1, number -> Source.of(List.of(6 / number)))))
                .isInstanceOf(ArithmeticException.class);
        CompletableFuture<Void> failed = Source.range(0, 3).forEach(number -> {
            throw new IllegalStateException("no " + number);
        });
        assertThat(failed.exceptionNow()).hasMessage("no 0");
    }

    @Test
    void shouldMergeAndConcatAndZip() {
        Source<Integer> small = Source.range(0, 3);
        Source<Integer> large = Source.range(10, 1000);

        assertThat(all(Source.concat(List.of(small, large, small))))
                .hasSize(996)
                .startsWith(0, 1, 2, 10)
                .endsWith(0, 1, 2);
        assertThat(all(Source.merge(List.of(small, large))))
                .containsExactlyInAnyOrderElementsOf(IntStream.concat(IntStream.range(0, 3), IntStream.range(10, 1000))
                        .boxed()
                        .toList());
        assertThat(all(Source.zip(small, large, (one, other) -> one + " " + other)))
                .containsExactly("0 10", "1 11", "2 12");
        assertThat(all(small.flatMap(2, number -> Source.range(0, number * 300))))
                .hasSize(900);
        assertThat(all(Source.range(0, 300).flatMap(Integer.MAX_VALUE, number -> Source.range(0, 2))))
                .hasSize(600)
                .containsOnly(0, 1);
        assertThat(all(Source.<Integer>merge(List.of()))).isEmpty();
        assertThat(all(Source.<Integer>concat(List.of()))).isEmpty();
    }

    @Test
    void shouldFailWithOneOfTheMerged() {
        AtomicInteger made = new AtomicInteger();
        Source<Integer> endless = Source.generate(made::incrementAndGet);
        Source<Integer> broken = Source.range(0, 3).map(number -> 2 / (2 - number));

        assertThat(failure(Source.merge(List.of(endless, broken)))).isInstanceOf(ArithmeticException.class);
        assertThat(failure(Source.zip(endless, broken, Integer::sum))).isInstanceOf(ArithmeticException.class);
        assertThat(failure(Source.concat(List.of(Source.range(0, 5), broken)))).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void shouldBeginNoSourceBehindOneThatHasFailed() {
        AtomicInteger begun = new AtomicInteger();
        Source<Integer> next = Source.generate(begun::incrementAndGet).take(3);
        Source<Integer> broken = Source.range(0, 3).map(number -> 2 / (1 - number));
        Signals<Integer> concat = Signals.requesting(9);
        Signals<Integer> flatMap = Signals.requesting(9);
        Source.concat(List.of(broken, next)).subscribe(concat);
        Source.range(0, 2).flatMap(1, number -> number == 0 ? broken : next).subscribe(flatMap);

        assertThat(concat.all()).containsExactly("2", "java.lang.ArithmeticException: / by zero");
        assertThat(flatMap.all()).containsExactly("2", "java.lang.ArithmeticException: / by zero");
        assertThat(begun).hasValue(0);
    }

    @Test
    void shouldPushNoMoreOfTheMergedThanWasRequested() {
        AtomicInteger made = new AtomicInteger();
        Source<Integer> endless = Source.generate(made::incrementAndGet);
        Signals<Integer> signals = Signals.requesting(5);
        Source.merge(List.of(endless, endless)).subscribe(signals);

        assertThat(signals.all()).hasSize(5);
        assertThat(made.get()).isLessThanOrEqualTo(5 + 2 * 256);
        signals.subscription().cancel();
        int before = made.get();
        signals.subscription().request(100);
        assertThat(made).hasValue(before);
    }

    @Test
    void shouldEndAfterASubscriberThatThrows() {
        AtomicInteger received = new AtomicInteger();
        AtomicInteger made = new AtomicInteger();
        Source.generate(made::incrementAndGet).subscribe(new OneByOne(received) {
            @Override
            public void onNext(Integer element) {
                throw new IllegalStateException("a subscriber that throws, for a test");
            }
        });

        assertThat(made).hasValue(1);
    }

    @Test
    void shouldRefuseWrongNumbers() {
        Source<Integer> source = Source.range(0, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> source.take(-1))
                .withMessage("count must not be negative: -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> source.batch(0))
                .withMessage("size must be above zero, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> source.async(Runnable::run, 0))
                .withMessage("buffer must be above zero, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> source.flatMap(-3, number -> source))
                .withMessage("concurrency must be above zero, not -3");
        Signals<Integer> signals = Signals.idle();
        source.subscribe(signals);
        signals.subscription().request(-5);
        assertThat(signals.all())
                .containsExactly(
                        "java.lang.IllegalArgumentException: non-positive subscription request: -5 (rule 3.9)");
    }

    private static Throwable failure(Source<?> source) {
        return source.forEach(element -> {}).exceptionNow();
    }

    /** Lets a flow subscribe to a publisher, and returns the flow's subscriber. */
    private static Flow.Subscriber<? super Integer> subscribed(Consumer<Source<Integer>> user, Upstream upstream) {
        List<Flow.Subscriber<? super Integer>> subscribers = new ArrayList<>();
        user.accept(Source.from(subscriber -> {
            subscribers.add(subscriber);
            subscriber.onSubscribe(upstream);
        }));
        return subscribers.getFirst();
    }
}
