package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Sample;
import dev.ropewalk.testing.Signals;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What subscribers of a pipeline get, and how that holds its ring up. */
@Timeout(60)
class EventPublisherTest extends PipelineTests {
    private static final String BROKEN = "java.lang.IllegalStateException: the rope broke";

    private final Queue<Runnable> runs = new ConcurrentLinkedQueue<>();
    private final Executor executor = runs::add;
    private final Pipeline<Event> pipeline = Pipeline.<Event>builder(Event::new)
            .name("strands")
            .capacity(4)
            .daemon(true)
            .stage("double", (event, sequence, endOfBatch) -> event.value *= 2)
            .build();

    @AfterEach
    void close() {
        var ignored = pipeline.close(Duration.ZERO);
    }

    private EventPublisher<Long> publisher() {
        return pipeline.publisher("flow", Event::value).after("double").on(executor);
    }

    private Signals<Long> subscribed(EventPublisher<Long> publisher, long requested) {
        Signals<Long> signals = requested == 0 ? Signals.idle() : Signals.requesting(requested);
        publisher.subscribe(signals);
        runAll();
        return signals;
    }

    private void runAll() {
        for (Runnable run = runs.poll(); run != null; run = runs.poll()) {
            run.run();
        }
    }

    private void runUntil(Signals<?> signals, String last) {
        Await.until(
                () -> "no " + last + " but " + signals.all(),
                () -> {
                    runAll();
                    return !signals.all().isEmpty() && signals.all().getLast().equals(last);
                },
                Await.DEADLINE);
    }

    private void request(Signals<?> signals, long elements) {
        signals.subscription().request(elements);
        runAll();
    }

    private void publish(int... values) {
        for (int value : values) {
            assertThat(pipeline.tryPublish(value(value))).isTrue();
        }
        Await.until("they are doubled", () -> stats(pipeline, "double").lag() == 0);
    }

    @Test
    void shouldHoldTheRingUpWithWhatIsntRequested() {
        Signals<Long> signals = subscribed(publisher(), 0);
        publish(1, 2, 3, 4);
        runAll();
        assertThat(signals.all()).isEmpty();
        assertThat(pipeline.tryPublish(value(9))).isFalse();
        request(signals, 2);

        assertThat(signals.all()).containsExactly("2", "4");
        assertThat(pipeline.remainingCapacity()).isEqualTo(2);
    }

    @Test
    void shouldBeWokenByWhatIsPublishedLater() {
        Signals<Long> signals = subscribed(publisher(), 2);
        publish(1);

        runUntil(signals, "2");
        publish(2);
        runUntil(signals, "4");
        assertThat(signals.all()).containsExactly("2", "4");
    }

    @Test
    void shouldPassAnEventOnWhenItsCallHasReturned() {
        Signals<Long> signals = subscribed(publisher(), 0);
        Poller<Event> behind = pipeline.poller("behind", "flow");
        publish(1);
        assertThat(stats(pipeline, "flow").position()).isEqualTo(-1);
        pipeline.publisher("second", Event::value).after("flow").on(executor).subscribe(Signals.requesting(1));
        request(signals, 1);

        assertThat(stats(pipeline, "flow").position()).isZero();
        behind.close();
    }

    @Test
    void shouldSkipWhatWasAborted() {
        Signals<Long> signals = subscribed(publisher(), 3);
        try (Producer<Event> producer = pipeline.producer()) {
            producer.tryClaim(2).orElseThrow().abort();
        }
        publish(5);

        runUntil(signals, "10");
        assertThat(pipeline.remainingCapacity()).isEqualTo(4);
    }

    @Test
    void shouldPassOnWhatWasAbortedThoughNothingIsRequested() {
        Signals<Long> signals = subscribed(publisher(), 0);
        try (Producer<Event> producer = pipeline.producer()) {
            producer.tryClaim(2).orElseThrow().abort();
        }
        Thread closer = start(() -> pipeline.close(Duration.ofDays(1)));
        Await.until("it is closed", () -> {
            runAll();
            return !closer.isAlive();
        });
        runAll();

        assertThat(signals.all()).containsExactly("complete");
    }

    @Test
    void shouldGiveAllSubscribersWhatIsPublishedFromThenOn() {
        EventPublisher<Long> publisher = publisher();
        Signals<Long> first = subscribed(publisher, 9);
        publish(1);
        runUntil(first, "2");
        Signals<Long> second = subscribed(publisher, 9);
        publish(2);

        runUntil(first, "4");
        runUntil(second, "4");
        assertThat(second.all()).containsExactly("4");
        assertThat(pipeline.stats().stages()).containsOnlyKeys("double", "flow", "flow-2");
    }

    @Test
    void shouldCompleteBehindTheLastEvent() {
        Signals<Long> signals = subscribed(publisher(), 1);
        publish(1, 2);
        runUntil(signals, "2");
        Thread closer = start(() -> pipeline.close(LONG));
        awaitSleep(closer);
        runAll();
        assertThat(signals.all()).containsExactly("2");
        request(signals, 1);

        runUntil(signals, "complete");
        awaitEnd(closer);
        assertThat(signals.all()).containsExactly("2", "4", "complete");
    }

    @Test
    void shouldTellThatEventsWereAbandoned() {
        Signals<Long> signals = subscribed(publisher(), 0);
        publish(1);
        PipelineCloseReport report = pipeline.close(Duration.ZERO);
        runAll();

        assertThat(report.isComplete()).isFalse();
        assertThat(signals.all())
                .containsExactly(PipelineClosedException.class.getName() + ": the pipeline strands is closed");
    }

    @Test
    void shouldTellOfAFailedPipelineAsItIs() {
        Pipeline<Event> failing = Pipeline.<Event>builder(Event::new)
                .capacity(4)
                .daemon(true)
                .stage(Stage.<Event>of("fails", (event, sequence, endOfBatch) -> {
                            throw new IllegalStateException("the rope broke");
                        })
                        .onFailure(FailurePolicy.stop()))
                .build();
        Signals<Long> signals = Signals.idle();
        failing.publisher("flow", Event::value).on(executor).subscribe(signals);
        assertThat(failing.tryPublish(value(1))).isTrue();

        Await.until("nothing was told", () -> {
            runAll();
            return !signals.all().isEmpty();
        });
        assertThat(signals.all()).singleElement().asString().startsWith(StageFailedException.class.getName());
        var ignored = failing.close(Duration.ZERO);
    }

    @Test
    void shouldTellWhyItCantBegin() {
        Signals<Long> unknown = subscribed(publisher().after("nowhere"), 1);
        pipeline.close();
        Signals<Long> late = subscribed(publisher(), 1);

        assertThat(unknown.all()).singleElement().asString().contains("nowhere");
        assertThat(late.all()).singleElement().asString().startsWith(PipelineClosedException.class.getName());
    }

    @Test
    void shouldLeaveTheRingToOthersWhenItCancels() {
        Signals<Long> signals = subscribed(publisher(), 1);
        publish(1, 2, 3, 4);
        runUntil(signals, "2");
        signals.subscription().cancel();
        signals.subscription().cancel();
        runAll();

        assertThat(pipeline.stats().stages()).containsOnlyKeys("double");
        publish(5, 6, 7, 8);
        assertThat(signals.all()).containsExactly("2");
    }

    @Test
    void shouldTakeTheStageOutOfAMapperThatThrows() {
        Signals<Long> signals = Signals.requesting(5);
        pipeline.<Long>publisher("flow", event -> {
                    throw new IllegalStateException("the rope broke");
                })
                .on(executor)
                .subscribe(signals);
        publish(1);

        runUntil(signals, BROKEN);
        assertThat(pipeline.stats().stages()).containsOnlyKeys("double");
        publish(1, 2, 3, 4);
    }

    @Test
    @SuppressWarnings("NullAway") // that is what is tested
    void shouldFailIfTheMapperReturnsNull() {
        Signals<Long> signals = Signals.requesting(5);
        pipeline.<Long>publisher("flow", event -> null).on(executor).subscribe(signals);
        publish(1);

        runUntil(signals, "java.lang.NullPointerException: the mapper returned null");
    }

    @Test
    void shouldNotLetTheMapperWaitForItsPipeline() {
        Signals<Long> signals = Signals.requesting(5);
        pipeline.<Long>publisher("flow", event -> {
                    assertThatIllegalStateException().isThrownBy(() -> pipeline.close(LONG));
                    return event.value;
                })
                .after("double")
                .on(executor)
                .subscribe(signals);
        publish(1);

        runUntil(signals, "2");
    }

    @Test
    void shouldCancelASubscriberThatThrows() {
        Flow.Subscriber<Long> broken = new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Long element) {
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
        publisher().subscribe(broken);
        publish(1);

        Await.until("the stage is still there", () -> {
            runAll();
            return !pipeline.stats().stages().containsKey("flow");
        });
    }

    @Test
    void shouldEndThePipelineWithItsOnlySink() {
        Signals<Long> signals = Signals.requesting(1);
        publisher().to(signals);
        publish(1);
        runUntil(signals, "2");
        signals.subscription().cancel();
        runAll();

        assertThat(pipeline.failure()).get().asString().contains("the sink flow of the pipeline strands has cancelled");
        assertThatThrownBy(() -> pipeline.tryPublish(value(2))).isInstanceOf(PipelineClosedException.class);
    }

    @Test
    void shouldLetNobodyPublishWhenItsOnlySinkLeaves() {
        Signals<Long> signals = Signals.requesting(1);
        publisher().to(signals);
        publish(1);
        runUntil(signals, "2");
        runAll();
        publish(2, 3, 4, 5);
        CompletableFuture<Long> later = pipeline.publishAsync(value(6), Runnable::run);
        assertThat(later).isNotDone();
        signals.subscription().cancel();
        runAll();

        assertThat(later).isCompletedExceptionally();
        assertThat(later.exceptionNow()).isInstanceOf(PipelineClosedException.class);
    }

    @Test
    void shouldEndThePipelineWithTheMapperOfItsOnlySink() {
        Signals<Long> signals = Signals.requesting(1);
        pipeline.<Long>publisher("flow", event -> {
                    throw new IllegalStateException("the rope broke");
                })
                .on(executor)
                .to(signals);
        publish(1);

        runUntil(signals, BROKEN);
        assertThat(pipeline.failure()).get().asString().isEqualTo(BROKEN);
    }

    @Test
    void shouldTellOfASchedulerThatEnds() {
        Scheduler own = Scheduler.create();
        Signals<Long> signals = Signals.requesting(1);
        publisher().on(own).subscribe(signals);
        own.close();
        assertThat(pipeline.tryPublish(value(1))).isTrue();

        Await.until("nothing was told", () -> !signals.all().isEmpty());
        assertThat(signals.all()).singleElement().asString().contains(RejectedExecutionException.class.getName());
        assertThat(pipeline.stats().stages()).containsOnlyKeys("double");
    }

    @Test
    void shouldGiveUpClaimsOfDeadProducers() throws InterruptedException {
        Signals<Long> signals = Signals.requesting(1);
        pipeline.publisher("flow", Event::value).on(scheduler).subscribe(signals);
        Thread dying = Thread.ofPlatform().start(() -> {
            var ignored = pipeline.producer().tryClaim(1).orElseThrow();
        });
        dying.join();
        assertThat(pipeline.tryPublish(value(3))).isTrue();

        Await.until("the claim holds it up", () -> !signals.all().isEmpty());
    }

    @Test
    void shouldForgetASubscriberThatHasCancelled() {
        var cancelled = new WeakReference<>(cancelled());

        Await.until("the subscriber is garbage", () -> {
            System.gc();
            return cancelled.refersTo(null);
        });
    }

    private Signals<Long> cancelled() {
        Signals<Long> signals = subscribed(publisher(), 5);
        signals.subscription().cancel();
        runAll();
        return signals;
    }

    @Test
    void shouldLoseAndDoubleNothingFromPipelineToPipeline() throws InterruptedException {
        int events = Sample.of(5_000, 200_000);
        Pipeline<Event> second =
                Pipeline.<Event>builder(Event::new).capacity(8).daemon(true).build();
        Signals<Long> last = Signals.requesting(Long.MAX_VALUE);
        second.publisher("last", Event::value).on(scheduler).subscribe(last);
        EventSubscriber<Long> middle = second.subscriber((event, value) -> event.value = value, scheduler);
        pipeline.publisher("flow", Event::value).after("double").on(scheduler).to(middle);
        for (long i = 0; i < events; i++) {
            pipeline.publish(value(i));
        }
        pipeline.close();
        assertThat(middle.done().join()).isEqualTo(events);
        second.close();

        List<String> all = last.await("complete");
        assertThat(all).hasSize(events + 1);
        for (int i = 0; i < events; i++) {
            assertThat(all.get(i)).isEqualTo(Integer.toString(2 * i));
        }
    }
}
