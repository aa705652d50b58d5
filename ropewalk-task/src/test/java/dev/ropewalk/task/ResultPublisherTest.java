package dev.ropewalk.task;

import static dev.ropewalk.scheduler.step.RecordingThread.points;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Sample;
import dev.ropewalk.testing.Signals;
import dev.ropewalk.testing.Upstream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which tasks run for a subscriber, and what it gets of them. */
@Timeout(60)
class ResultPublisherTest {
    private static final String BROKEN = "java.lang.IllegalStateException: the rope broke";

    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    @AutoClose
    private final BoundedExecutor executor = BoundedExecutor.builder(4).build();

    private final AtomicInteger started = new AtomicInteger();
    private final CountDownLatch gate = new CountDownLatch(1);

    private List<Callable<Integer>> numbers(int count) {
        return IntStream.range(0, count)
                .<Callable<Integer>>mapToObj(number -> () -> {
                    started.incrementAndGet();
                    return number;
                })
                .toList();
    }

    private Callable<Integer> held(int result) {
        return () -> {
            started.incrementAndGet();
            gate.await();
            return result;
        };
    }

    private static Callable<Integer> broken() {
        return () -> {
            throw new IllegalStateException("the rope broke");
        };
    }

    private static Signals<Integer> subscribed(ResultPublisher<Integer> publisher, long requested) {
        Signals<Integer> signals = requested == 0 ? Signals.idle() : Signals.requesting(requested);
        publisher.subscribe(signals);
        return signals;
    }

    private static void awaitSignals(Signals<?> signals, int count) {
        Await.until(() -> "only " + signals.all(), () -> signals.all().size() >= count, Await.DEADLINE);
    }

    @Test
    void shouldMissNothingThatIsPublishedAfterItHasSubscribed() {
        try (var tasks = new SubmissionPublisher<Callable<Integer>>(Runnable::run, 16)) {
            List<Runnable> steps = new ArrayList<>();
            Signals<Integer> signals = subscribed(executor.results(tasks).on(steps::add), Long.MAX_VALUE);
            assertThat(tasks.getNumberOfSubscribers()).isEqualTo(1);
            assertThat(signals.all()).isEmpty();
        }
    }

    @Test
    void shouldRunOnlyTasksWhoseResultsAreRequested() {
        Signals<Integer> signals = subscribed(executor.results(numbers(9)).on(Runnable::run), 0);
        assertThat(started).hasValue(0);
        signals.subscription().request(3);

        awaitSignals(signals, 3);
        assertThat(signals.all()).containsExactlyInAnyOrder("0", "1", "2");
        assertThat(started).hasValue(3);
    }

    @Test
    void shouldGiveResultsAsTheyComplete() {
        List<Callable<Integer>> tasks = List.of(held(1), () -> 2);
        Signals<Integer> signals = subscribed(executor.results(tasks), 9);
        assertThat(signals.await("2")).containsExactly("2");
        gate.countDown();

        assertThat(signals.await("complete")).containsExactly("2", "1", "complete");
    }

    @Test
    void shouldRunSoManyTasksAtATime() {
        List<Callable<Integer>> tasks = List.of(held(1), held(2), held(3));
        Signals<Integer> signals =
                subscribed(executor.results(tasks).concurrency(2).on(Runnable::run), 9);
        Await.until("two have begun", () -> started.get() == 2);
        assertThat(executor.stats().inFlight()).isEqualTo(2);
        gate.countDown();

        assertThat(signals.await("complete")).hasSize(4);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> executor.results(tasks).concurrency(0));
    }

    @Test
    void shouldCompleteWithoutTasksThoughNothingIsRequested() {
        assertThat(subscribed(executor.results(List.of()), 0).await("complete")).hasSize(1);
    }

    @Test
    void shouldRunTheTasksAnewForEachSubscriber() {
        ResultPublisher<Integer> publisher = executor.results(numbers(3));

        assertThat(subscribed(publisher, 9).await("complete")).hasSize(4);
        assertThat(subscribed(publisher, 9).await("complete")).hasSize(4);
        assertThat(started).hasValue(6);
    }

    @Test
    void shouldFailWithATaskAndCancelTheOthers() {
        AtomicInteger interrupted = new AtomicInteger();
        Callable<Integer> waiting = () -> {
            started.incrementAndGet();
            try {
                gate.await();
            } catch (InterruptedException expected) {
                interrupted.incrementAndGet();
            }
            return 1;
        };
        Callable<Integer> breaking = () -> {
            Await.until("the other has begun", () -> started.get() == 1);
            return broken().call();
        };
        List<Callable<Integer>> tasks = List.of(waiting, breaking);
        Signals<Integer> signals = subscribed(executor.results(tasks), 9);

        assertThat(signals.await(BROKEN)).hasSize(1);
        Await.until("the other is interrupted", () -> interrupted.get() == 1);
    }

    @Test
    void shouldFailWithTheIteration() {
        Iterable<Callable<Integer>> tasks = () -> {
            throw new IllegalStateException("the rope broke");
        };
        assertThat(subscribed(executor.results(tasks), 0).await(BROKEN)).hasSize(1);
    }

    @Test
    @SuppressWarnings("NullAway") // that is what is tested
    void shouldFailIfATaskReturnsNull() {
        List<Callable<Integer>> tasks = List.of(() -> null);
        assertThat(subscribed(executor.results(tasks), 1).await("java.lang.NullPointerException: a task returned null"))
                .hasSize(1);
    }

    @Test
    void shouldFailWhenTheExecutorIsClosed() {
        ResultPublisher<Integer> publisher = executor.results(numbers(1));
        executor.close();
        Signals<Integer> signals = subscribed(publisher, 1);

        awaitSignals(signals, 1);
        assertThat(signals.all()).singleElement().asString().contains(RejectedExecutionException.class.getName());
    }

    @Test
    void shouldFailWhenWaitingTasksAreDropped() {
        List<Callable<Integer>> tasks = List.of(held(1), held(2), held(3), held(4), held(5));
        Signals<Integer> signals = subscribed(executor.results(tasks).concurrency(5), 9);
        Await.until(
                "four have begun", () -> started.get() == 4 && executor.stats().waiting() == 1);
        for (Runnable left : executor.shutdownNow()) {
            boolean ignored = ((Future<?>) left).cancel(false);
        }

        awaitSignals(signals, 1);
        assertThat(signals.all()).singleElement().asString().contains("Exception");
    }

    @Test
    void shouldCancelTasksWhenASubscriberCancels() {
        AtomicInteger interrupted = new AtomicInteger();
        List<Callable<Integer>> tasks = List.of(() -> {
            started.incrementAndGet();
            try {
                gate.await();
            } catch (InterruptedException expected) {
                interrupted.incrementAndGet();
            }
            return 1;
        });
        Signals<Integer> signals = subscribed(executor.results(tasks), 9);
        Await.until("it has begun", () -> started.get() == 1);
        signals.subscription().cancel();

        Await.until("it is interrupted", () -> interrupted.get() == 1);
        assertThat(signals.all()).isEmpty();
    }

    @Test
    void shouldFailWithoutMemoryForAResult() throws Exception {
        ResultPublisher<Integer> publisher = executor.results(numbers(1)).on(Runnable::run);
        executor.close();
        Signals<Integer> signals = subscribed(publisher, 0);
        points(
                () -> {
                    signals.subscription().request(1);
                    return null;
                },
                FaultKind.ALLOCATION_FAILURE);

        assertThat(signals.all()).singleElement().asString().contains(OutOfMemoryError.class.getName());
    }

    @Test
    void shouldSubmitNoMoreTasksOnceASubscriberHasCancelled() {
        Signals<Integer> signals = Signals.idle();
        AtomicInteger asked = new AtomicInteger();
        Iterable<Callable<Integer>> tasks = () -> numbers(9).stream()
                .peek(_ -> {
                    if (asked.incrementAndGet() == 3) {
                        signals.subscription().cancel();
                    }
                })
                .iterator();
        executor.results(tasks).concurrency(9).on(Runnable::run).subscribe(signals);
        signals.subscription().request(9);

        assertThat(asked).hasValue(3);
    }

    @Test
    void shouldCancelTasksThoughTheirPublisherThrows() {
        AtomicInteger interrupted = new AtomicInteger();
        Tasks tasks = new Tasks(new Flow.Subscription() {
            @Override
            public void request(long elements) {}

            @Override
            public void cancel() {
                throw new IllegalStateException("the rope broke");
            }
        });
        Callable<Integer> waiting = () -> {
            started.incrementAndGet();
            try {
                gate.await();
            } catch (InterruptedException expected) {
                interrupted.incrementAndGet();
            }
            return 1;
        };
        Signals<Integer> signals = subscribed(executor.results(tasks).on(Runnable::run), 1);
        tasks.subscriber().onNext(waiting);
        Await.until("it has begun", () -> started.get() == 1);
        signals.subscription().cancel();

        Await.until("it is interrupted", () -> interrupted.get() == 1);
    }

    @Test
    void shouldCancelTasksWhenASubscriberThrows() {
        AtomicInteger given = new AtomicInteger();
        Flow.Subscriber<Integer> broken = new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Integer element) {
                given.incrementAndGet();
                throw new IllegalStateException("the rope broke");
            }

            @Override
            public void onError(Throwable cause) {
                throw new AssertionError(cause);
            }

            @Override
            public void onComplete() {
                throw new AssertionError();
            }
        };
        executor.results(numbers(100)).concurrency(2).subscribe(broken);

        Await.until("one was given", () -> given.get() == 1);
        Await.until("nothing is left to do", () -> executor.stats().inFlight() == 0);
        assertThat(started.get()).isLessThan(100);
        assertThat(given).hasValue(1);
    }

    @Test
    void shouldRequestTasksOfAPublisherAsResultsAreRequested() {
        Upstream upstream = new Upstream();
        Tasks tasks = new Tasks(upstream);
        Signals<Integer> signals =
                subscribed(executor.results(tasks).concurrency(3).on(Runnable::run), 2);
        assertThat(upstream.requested()).isEqualTo(2);
        signals.subscription().request(7);
        assertThat(upstream.requested()).isEqualTo(3);
        Callable<Integer> one = () -> 1;
        tasks.subscriber().onNext(one);
        awaitSignals(signals, 1);
        Await.until("one more", () -> upstream.requested() == 4);
        tasks.subscriber().onComplete();

        assertThat(signals.await("complete")).containsExactly("1", "complete");
        assertThat(upstream.cancels()).isLessThanOrEqualTo(1);
    }

    @Test
    void shouldFailWithThePublisherOfTasks() {
        Upstream upstream = new Upstream();
        Tasks tasks = new Tasks(upstream);
        Signals<Integer> signals = subscribed(executor.results(tasks), 2);
        Await.until("tasks are requested", () -> upstream.requested() > 0);
        tasks.subscriber().onNext(held(1));
        tasks.subscriber().onError(new IllegalStateException("the rope broke"));

        assertThat(signals.await(BROKEN)).hasSize(1);
    }

    @Test
    void shouldFailIfATaskComesThatWasntRequested() {
        Upstream upstream = new Upstream();
        Tasks tasks = new Tasks(upstream);
        Signals<Integer> signals = subscribed(executor.results(tasks).on(Runnable::run), 1);
        tasks.subscriber().onNext(held(1));
        tasks.subscriber().onNext(held(2));

        assertThat(signals.all())
                .containsExactly("java.lang.IllegalStateException: a task came that wasn't requested (rule 1.1)");
        assertThat(upstream.cancels()).isOne();
    }

    @Test
    void shouldForgetASubscriberThatHasCancelled() {
        var cancelled = new WeakReference<>(cancelled());

        Await.until("the subscriber is garbage", () -> {
            System.gc();
            return cancelled.refersTo(null);
        });
    }

    private Signals<Integer> cancelled() {
        Signals<Integer> signals = subscribed(executor.results(numbers(3)).on(Runnable::run), 0);
        signals.subscription().cancel();
        return signals;
    }

    @Test
    void shouldGiveEachResultOnce() {
        int tasks = Sample.of(5_000, 100_000);
        Signals<Integer> signals =
                subscribed(executor.results(numbers(tasks)).concurrency(16).on(scheduler), Long.MAX_VALUE);

        List<String> all = signals.await("complete");
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            expected.add(Integer.toString(i));
        }
        assertThat(all.subList(0, all.size() - 1)).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** A publisher whose subscriber the test calls. */
    private static final class Tasks implements Flow.Publisher<Callable<Integer>> {
        private final Flow.Subscription upstream;
        private volatile Flow.@Nullable Subscriber<? super Callable<Integer>> subscriber;

        Tasks(Flow.Subscription upstream) {
            this.upstream = upstream;
        }

        @Override
        public void subscribe(Flow.Subscriber<? super Callable<Integer>> subscribed) {
            subscribed.onSubscribe(upstream);
            subscriber = subscribed;
        }

        Flow.Subscriber<? super Callable<Integer>> subscriber() {
            return Objects.requireNonNull(subscriber);
        }
    }
}
