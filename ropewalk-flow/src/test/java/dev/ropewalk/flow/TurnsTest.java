package dev.ropewalk.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Signals;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A merge of sources that have no thread of their own. */
class TurnsTest {
    private final ExecutorService one = Executors.newSingleThreadExecutor(work -> new Thread(work, "one"));
    private final ExecutorService other = Executors.newSingleThreadExecutor(work -> new Thread(work, "other"));

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    private static <T> List<T> all(Source<T> source) throws Exception {
        return source.collect(Collectors.toList()).get(Await.DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Test
    void shouldBringAllElementsOfEachInItsOrder() throws Exception {
        Source<Integer> small = Source.range(0, 3);
        Source<Integer> large =
                Source.range(10, 1000).filter(number -> number % 3 > 0).map(number -> number + 1);
        Source<Integer> listed = Source.of(IntStream.range(1000, 1500).boxed().toList());
        List<Integer> merged = all(Source.merge(List.of(small, large, listed, Source.range(5, 5))));

        assertThat(merged).hasSize(3 + 660 + 500);
        assertThat(merged.stream().filter(number -> number >= 1000)).isSorted().hasSize(500);
        assertThat(merged.stream().filter(number -> number < 1000)).isSorted().hasSize(663);
    }

    @Test
    void shouldLetOthersComeBesideOneThatNeverEnds() throws Exception {
        Source<Integer> endless = Source.generate(() -> -1);
        List<Integer> first = all(
                Source.merge(List.of(endless, Source.range(0, 100), endless)).take(1000));

        assertThat(first)
                .hasSize(1000)
                .containsAll(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void shouldAskForNoMoreThanIsRequested() {
        AtomicInteger made = new AtomicInteger();
        Source<Integer> counted = Source.generate(made::incrementAndGet);
        Signals<Integer> signals = Signals.requesting(5);
        Source.merge(List.of(counted, counted)).subscribe(signals);

        assertThat(made).hasValue(5);
        signals.subscription().request(100);
        assertThat(signals.all()).hasSize(105);
        signals.subscription().cancel();
        signals.subscription().request(100);
        assertThat(made).hasValue(105);
    }

    @Test
    void shouldEndAllWithTheFirstThatFails() {
        AtomicInteger made = new AtomicInteger();
        Source<Integer> counted = Source.generate(made::incrementAndGet);
        Source<Integer> broken = Source.range(0, 3).map(number -> 2 / (2 - number));
        List<Integer> came = new ArrayList<>();
        var end = Source.merge(List.of(counted, broken)).forEach(came::add);

        assertThat(end.exceptionNow()).isInstanceOf(ArithmeticException.class);
        assertThat(came).hasSize(made.get() + 2);
        assertThat(Source.merge(List.of(counted, Source.<Integer>of(() -> {
                            throw new IllegalStateException("no iterator");
                        })))
                        .forEach(number -> {})
                        .exceptionNow())
                .hasMessage("no iterator");
    }

    @Test
    void shouldEndWhenASubscriberCancelsWithinAnElement() {
        List<Integer> came = new ArrayList<>();
        Source.merge(List.of(Source.generate(() -> 1), Source.generate(() -> 2)))
                .subscribe(new Flow.Subscriber<>() {
                    private Flow.@Nullable Subscription subscription;

                    @Override
                    public void onSubscribe(Flow.Subscription given) {
                        subscription = given;
                        given.request(Long.MAX_VALUE);
                    }

                    @Override
                    public void onNext(Integer element) {
                        came.add(element);
                        if (came.size() == 300) {
                            Objects.requireNonNull(subscription).cancel();
                        }
                    }

                    @Override
                    public void onError(Throwable thrown) {
                        throw new AssertionError(thrown);
                    }

                    @Override
                    public void onComplete() {
                        throw new AssertionError("completed");
                    }
                });

        assertThat(came).hasSize(300).contains(1, 2);
    }

    @Test
    void shouldKeepTheStackFlatWhenEachElementRequestsTheNext() {
        AtomicInteger received = new AtomicInteger();
        Source.merge(List.of(Source.range(0, 50_000), Source.range(0, 50_000))).subscribe(new OneByOne(received));

        assertThat(received).hasValue(100_000);
    }

    @Test
    void shouldRunRangesBehindBoundariesOfOneExecutorThere() throws Exception {
        Source<Integer> range = Source.range(0, 500).async(one);
        Source<String> names = Source.merge(List.of(range, range))
                .map(number -> Thread.currentThread().getName());

        assertThat(all(names)).hasSize(1000).containsOnly("one");
        assertThat(all(Source.merge(List.of(range, range))
                        .async(other)
                        .map(number -> Thread.currentThread().getName())))
                .hasSize(1000)
                .containsOnly("other");
    }

    @Test
    void shouldLeaveBoundariesOfSeveralExecutorsAsTheyAre() throws Exception {
        Source<String> here = Source.range(0, 500)
                .async(one)
                .map(number -> Thread.currentThread().getName());
        Source<String> there = Source.range(0, 500)
                .async(other)
                .map(number -> Thread.currentThread().getName());

        assertThat(all(Source.merge(List.of(here, there)))).hasSize(1000).containsOnly("one", "other");
        assertThat(all(Source.merge(List.of(
                        Source.range(0, 500).async(one), Source.range(0, 500).async(other)))))
                .hasSize(1000);
    }
}
