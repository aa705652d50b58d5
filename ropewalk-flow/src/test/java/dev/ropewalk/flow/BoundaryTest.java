package dev.ropewalk.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Signals;
import dev.ropewalk.testing.Upstream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous boundaries: what runs where, how much waits, and how both sides end. */
@Timeout(60)
class BoundaryTest {
    private static final int ELEMENTS = 50_000;

    @AutoClose
    private final Scheduler scheduler = Scheduler.builder().workers(2).build();

    private final Queue<Runnable> runs = new ArrayDeque<>();

    private void runAll() {
        while (!runs.isEmpty()) {
            runs.remove().run();
        }
    }

    private static <T> List<T> all(Source<T> source) throws Exception {
        return source.collect(Collectors.toList()).get(40, TimeUnit.SECONDS);
    }

    private static List<Integer> numbers(int to) {
        return IntStream.range(0, to).boxed().toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 256})
    void shouldBringAllInOrderAcrossBoundaries(int buffer) throws Exception {
        Source<Integer> source = Source.range(0, ELEMENTS)
                .async(scheduler)
                .map(number -> number + 1)
                .async(scheduler, buffer)
                .filter(number -> number > 0)
                .async(scheduler.newStrand(), buffer)
                .map(number -> number - 1);

        assertThat(all(source)).isEqualTo(numbers(ELEMENTS));
    }

    @Test
    void shouldBringAllInOrderFromAnotherPublisher() throws Exception {
        CompletableFuture<List<Integer>> all;
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>()) {
            all = Source.from(publisher).async(scheduler, 16).collect(Collectors.toList());
            numbers(ELEMENTS).forEach(publisher::submit);
        }

        assertThat(all.get(40, TimeUnit.SECONDS)).isEqualTo(numbers(ELEMENTS));
    }

    @Test
    void shouldMergeAndZipWhatComesFromStrands() throws Exception {
        Source<Integer> one = Source.range(0, ELEMENTS).async(scheduler);
        Source<Integer> other = Source.range(0, ELEMENTS).async(scheduler);

        assertThat(all(Source.zip(one, other, (a, b) -> a.equals(b))))
                .hasSize(ELEMENTS)
                .containsOnly(true);
        assertThat(all(Source.merge(List.of(one, other)).async(scheduler))).hasSize(2 * ELEMENTS);
        assertThat(all(Source.merge(List.of(one, other)).async(scheduler).async(scheduler)).stream()
                        .mapToLong(Integer::longValue)
                        .sum())
                .isEqualTo((long) ELEMENTS * (ELEMENTS - 1));
        assertThat(all(Source.range(0, 100)
                        .async(scheduler)
                        .flatMap(3, k -> Source.range(0, k).async(scheduler))))
                .hasSize(4950);
        assertThat(all(Source.concat(List.of(one, other))))
                .hasSize(2 * ELEMENTS)
                .endsWith(ELEMENTS - 1);
    }

    @Test
    void shouldRunTheSourceAndWhatFollowsOnTheFirstStrand() throws Exception {
        Strand strand = scheduler.newStrand();
        Strand next = scheduler.newStrand();
        Source<Boolean> source = Source.generate(strand::isCurrent)
                .map(isCurrent -> isCurrent && strand.isCurrent())
                .async(strand)
                .map(isCurrent -> isCurrent && strand.isCurrent())
                .async(next)
                .map(isCurrent -> isCurrent && next.isCurrent())
                .take(1000);

        assertThat(all(source)).hasSize(1000).containsOnly(true);
    }

    @Test
    void shouldLetNoMoreWaitThanTheBufferHolds() {
        AtomicInteger made = new AtomicInteger();
        Signals<Integer> signals = Signals.requesting(2);
        Source.generate(made::incrementAndGet)
                .async(Runnable::run)
                .async(runs::add, 8)
                .subscribe(signals);
        runAll();

        assertThat(signals.all()).containsExactly("1", "2");
        assertThat(made.get()).isBetween(8, 10);
        signals.subscription().request(4);
        runAll();
        assertThat(made.get()).isBetween(12, 14);
    }

    @Test
    void shouldRequestInBatches() {
        Upstream upstream = new Upstream();
        List<Flow.Subscriber<? super Integer>> subscribers = new ArrayList<>();
        Source.from((Flow.Subscriber<? super Integer> subscriber) -> {
                    subscribers.add(subscriber);
                    subscriber.onSubscribe(upstream);
                })
                .async(runs::add, 16)
                .subscribe(Signals.requesting(100));

        assertThat(upstream.requested()).isEqualTo(16);
        for (int i = 0; i < 3; i++) {
            subscribers.getFirst().onNext(i);
        }
        runAll();
        assertThat(upstream.requested()).isEqualTo(16);
        subscribers.getFirst().onNext(3);
        runAll();
        assertThat(upstream.requested()).isEqualTo(20);
    }

    @Test
    void shouldWakeItsOtherSideOnlyWhenThatHasStopped() {
        List<Flow.Subscriber<? super Integer>> subscribers = new ArrayList<>();
        Signals<Integer> signals = Signals.requesting(100);
        Source.from((Flow.Subscriber<? super Integer> subscriber) -> {
                    subscribers.add(subscriber);
                    subscriber.onSubscribe(new Upstream());
                })
                .async(runs::add, 16)
                .subscribe(signals);
        runAll();
        for (int i = 0; i < 10; i++) {
            subscribers.getFirst().onNext(i);
        }

        assertThat(runs).hasSize(1);
        runAll();
        assertThat(signals.all()).hasSize(10);
    }

    @Test
    void shouldGiveWayToOthersOfTheExecutor() {
        Signals<Integer> signals = Signals.requesting(1000);
        Source.range(0, 1000).async(runs::add).subscribe(signals);
        runs.remove().run();

        assertThat(signals.all()).hasSize(256);
        assertThat(runs).hasSize(1);
        runAll();
        assertThat(signals.all()).hasSize(1001);
    }

    @Test
    void shouldGiveWayAndEndBetweenSourcesThatBringNothing() {
        AtomicInteger made = new AtomicInteger();
        CompletableFuture<Void> end = Source.generate(made::incrementAndGet)
                .flatMap(1, number -> Source.<Integer>of(List.of()))
                .async(runs::add)
                .forEach(number -> {});
        runs.remove().run();

        assertThat(runs).hasSize(1);
        int before = made.get();
        runs.remove().run();
        assertThat(runs).hasSize(1);
        assertThat(made.get()).isGreaterThan(before);
        assertThat(end.cancel(true)).isTrue();
        before = made.get();
        runAll();
        assertThat(made).hasValue(before);
    }

    @Test
    void shouldEndBetweenSourcesThatBringNothingInTheThreadThatRequests() {
        AtomicInteger made = new AtomicInteger();
        Signals<Integer> signals = Signals.requesting(1);
        Source.generate(made::incrementAndGet)
                .flatMap(1, number -> {
                    if (number == 1000) {
                        signals.subscription().cancel();
                    }
                    return Source.<Integer>of(List.of());
                })
                .subscribe(signals);

        assertThat(made.get()).isBetween(1000, 2000);
        assertThat(signals.all()).isEmpty();
    }

    @Test
    void shouldTellOfAFailureAfterWhatCameBefore() throws Exception {
        List<Integer> received = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Void> end = Source.range(0, 100)
                .async(scheduler)
                .map(number -> 1 / (60 - number) * 0 + number)
                .async(scheduler)
                .forEach(received::add);

        assertThat(end)
                .failsWithin(Duration.ofSeconds(40))
                .withThrowableThat()
                .withCauseInstanceOf(ArithmeticException.class);
        assertThat(received).isEqualTo(numbers(60));
    }

    @Test
    void shouldCancelUpstreamAcrossBoundaries() throws Exception {
        AtomicInteger made = new AtomicInteger();
        List<Integer> first = all(Source.generate(made::incrementAndGet)
                .async(scheduler)
                .map(number -> number)
                .async(scheduler)
                .take(10));

        assertThat(first).hasSize(10);
        AtomicInteger last = new AtomicInteger(-1);
        Await.until("the source goes on", () -> last.getAndSet(made.get()) == made.get());
    }

    @Test
    void shouldCancelAPublisherWithTheFuture() {
        Upstream upstream = new Upstream();
        CompletableFuture<Void> end = Source.from(
                        (Flow.Subscriber<? super Integer> subscriber) -> subscriber.onSubscribe(upstream))
                .async(scheduler)
                .forEach(number -> {});
        end.cancel(true);

        Await.until("the publisher isn't cancelled", () -> upstream.cancels() == 1);
    }

    @Test
    void shouldFailWithAnExecutorThatRefuses() {
        Upstream upstream = new Upstream();
        CompletableFuture<Void> end = Source.from(
                        (Flow.Subscriber<? super Integer> subscriber) -> subscriber.onSubscribe(upstream))
                .async(run -> {
                    throw new RejectedExecutionException("no more");
                })
                .forEach(number -> {});

        assertThat(end.exceptionNow()).hasMessage("no more");
        assertThat(upstream.cancels()).isEqualTo(1);
    }

    @Test
    void shouldFailWithASchedulerThatIsClosed() {
        Scheduler closing = Scheduler.builder().workers(1).build();
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> end = Source.generate(() -> {
                    begun.countDown();
                    return 1;
                })
                .async(closing)
                .forEach(number -> {});
        Await.until("it hasn't begun", () -> begun.getCount() == 0);
        var ignored = closing.close(Duration.ofMillis(1));

        assertThat(end)
                .failsWithin(Duration.ofSeconds(40))
                .withThrowableThat()
                .withCauseInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void shouldPushABatchWhenItIsFullOrItsTimeIsUp() {
        List<Flow.Subscriber<? super Integer>> subscribers = new ArrayList<>();
        Signals<List<Integer>> signals = Signals.requesting(100);
        Source.from((Flow.Subscriber<? super Integer> subscriber) -> {
                    subscribers.add(subscriber);
                    subscriber.onSubscribe(new Upstream());
                })
                .batch(3, Duration.ofMillis(1), scheduler)
                .subscribe(signals);
        subscribers.getFirst().onNext(1);
        signals.await("[1]");
        Set<String> ends = Set.of("[4]", "[3, 4]", "[2, 3, 4]");
        for (int i = 2; i <= 4; i++) {
            subscribers.getFirst().onNext(i);
        }
        Await.until("no batch", () -> ends.contains(signals.all().getLast()));
        subscribers.getFirst().onNext(5);
        subscribers.getFirst().onComplete();
        assertThat(signals.await("complete")).contains("[5]");
    }

    @Test
    void shouldFailWithASchedulerThatIsClosedWhileAListWaits() {
        Scheduler closing = Scheduler.builder().workers(1).build();
        List<Flow.Subscriber<? super Integer>> subscribers = new ArrayList<>();
        CompletableFuture<Void> end = Source.from((Flow.Subscriber<? super Integer> subscriber) -> {
                    subscribers.add(subscriber);
                    subscriber.onSubscribe(new Upstream());
                })
                .batch(3, Duration.ofDays(1), closing)
                .forEach(list -> {});
        subscribers.getFirst().onNext(1);
        var ignored = closing.close(Duration.ofSeconds(40));

        assertThat(end)
                .failsWithin(Duration.ofSeconds(40))
                .withThrowableThat()
                .withCauseInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void shouldMakeListsThatAreLongerThanTheBuffer() throws Exception {
        assertThat(all(Source.range(0, 1000).batch(Integer.MAX_VALUE, Duration.ofDays(1), scheduler)))
                .containsExactly(numbers(1000));
        assertThat(all(Source.range(0, 1000).async(scheduler).batch(600, Duration.ofDays(1), scheduler)))
                .containsExactly(numbers(600), numbers(1000).subList(600, 1000));
    }

    @Test
    void shouldPushAFullBatchBeforeItsTime() throws Exception {
        assertThat(all(Source.range(0, 7).batch(3, Duration.ofDays(1), scheduler)))
                .containsExactly(List.of(0, 1, 2), List.of(3, 4, 5), List.of(6));
    }
}
