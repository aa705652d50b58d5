package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import dev.ropewalk.testing.Sample;
import dev.ropewalk.testing.Upstream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a publisher puts into a ring, and how both are told of the end. */
@Timeout(60)
class EventSubscriberTest extends PipelineTests {
    private final Upstream upstream = new Upstream();
    private final Pipeline<Event> pipeline = Pipeline.<Event>builder(Event::new)
            .name("strands")
            .capacity(4)
            .daemon(true)
            .build();
    private final Poller<Event> poller = pipeline.poller("poll");
    private final EventSubscriber<Integer> subscriber =
            pipeline.subscriber((event, element) -> event.value = element, Runnable::run);

    @AfterEach
    void close() {
        poller.close();
        var ignored = pipeline.close(Duration.ZERO);
    }

    private List<Long> poll(int max) throws Exception {
        List<Long> values = new ArrayList<>();
        int ignored = poller.poll(max, (event, sequence, endOfBatch) -> values.add(event.value));
        return values;
    }

    @Test
    void shouldLogAFailureThatNobodyWaitsFor() {
        try (var log = new CapturedLog("dev.ropewalk.pipeline")) {
            subscriber.onSubscribe(upstream);
            subscriber.onError(new IllegalStateException("the rope broke"));
            assertThat(log.messages("it has failed, and nobody waits for done()"))
                    .hasSize(1);
        }
    }

    @Test
    void shouldLogNoFailureThatSomebodyWaitsFor() {
        try (var log = new CapturedLog("dev.ropewalk.pipeline")) {
            var told = subscriber.done().exceptionally(failure -> 0L);
            subscriber.onSubscribe(upstream);
            subscriber.onError(new IllegalStateException("the rope broke"));
            assertThat(told).isCompletedWithValue(0L);
            assertThat(log.messages("")).isEmpty();
        }
    }

    @Test
    void shouldRequestWhatTheRingHasRoomFor() throws Exception {
        assertThat(pipeline.tryPublish(value(0))).isTrue();
        subscriber.onSubscribe(upstream);
        assertThat(upstream.requested()).isEqualTo(3);
        subscriber.onNext(1);
        subscriber.onNext(2);
        subscriber.onNext(3);

        assertThat(upstream.requested()).isEqualTo(4);
        assertThat(subscriber.published()).isEqualTo(3);
        assertThat(poll(9)).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void shouldKeepTheOrderOfElementsThatWait() throws Exception {
        subscriber.onSubscribe(upstream);
        for (int i = 0; i < 4; i++) {
            assertThat(pipeline.tryPublish(value(10 + i))).isTrue();
        }
        for (int i = 0; i < 4; i++) {
            subscriber.onNext(i);
        }
        assertThat(subscriber.published()).isZero();
        assertThat(upstream.requested()).isEqualTo(4);
        assertThat(poll(1)).containsExactly(10L);
        assertThat(subscriber.published()).isOne();
        assertThat(poll(9)).containsExactly(11L, 12L, 13L, 0L);

        assertThat(poll(9)).containsExactly(1L, 2L, 3L);
        assertThat(upstream.requested()).isGreaterThan(4);
    }

    @Test
    void shouldTellHowManyWerePublishedWhenAllWere() throws Exception {
        subscriber.onSubscribe(upstream);
        for (int i = 0; i < 4; i++) {
            subscriber.onNext(i);
        }
        subscriber.onNext(4);
        subscriber.onComplete();
        assertThat(subscriber.done()).isNotDone();
        assertThat(poll(4)).hasSize(4);

        assertThat(subscriber.done()).isCompletedWithValue(5L);
        assertThat(poll(4)).containsExactly(4L);
        assertThat(pipeline.tryPublish(value(1))).isTrue();
    }

    @Test
    void shouldFailWithThePublisherBehindItsElements() throws Exception {
        subscriber.onSubscribe(upstream);
        subscriber.onNext(1);
        subscriber.onError(new IllegalStateException("the rope broke"));

        assertThatThrownBy(subscriber.done()::join)
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("the rope broke");
        assertThat(poll(4)).containsExactly(1L);
    }

    @Test
    void shouldCancelThePublisherOfAnElementThatCantBeWritten() throws Exception {
        EventSubscriber<Integer> fails = pipeline.subscriber((event, element) -> event.value = 10 / element);
        fails.onSubscribe(upstream);
        fails.onNext(5);
        fails.onNext(0);
        fails.onNext(2);

        Await.until("the publisher wasn't cancelled", () -> upstream.cancels() == 1);
        assertThatThrownBy(fails.done()::join).hasCauseInstanceOf(ArithmeticException.class);
        assertThat(fails.published()).isOne();
        assertThat(poll(4)).containsExactly(2L);
        assertThat(poll(4)).isEmpty();
        assertThat(pipeline.remainingCapacity()).isEqualTo(4);
    }

    @Test
    void shouldCancelThePublisherOfAnElementThatCantBeWrittenAfterAWait() throws Exception {
        EventSubscriber<Integer> fails =
                pipeline.subscriber((event, element) -> event.value = 10 / element, Runnable::run);
        fails.onSubscribe(upstream);
        for (int i = 0; i < 4; i++) {
            assertThat(pipeline.tryPublish(value(i))).isTrue();
        }
        fails.onNext(0);
        fails.onNext(1);
        assertThat(poll(4)).hasSize(4);

        assertThat(upstream.cancels()).isOne();
        assertThatThrownBy(fails.done()::join).hasCauseInstanceOf(ArithmeticException.class);
        assertThat(fails.published()).isZero();
        assertThat(poll(4)).isEmpty();
    }

    @Test
    void shouldCancelThePublisherWhenThePipelineIsClosed() {
        subscriber.onSubscribe(upstream);
        poller.close();
        pipeline.close();

        assertThat(upstream.cancels()).isOne();
        assertThatThrownBy(subscriber.done()::join).hasCauseInstanceOf(PipelineClosedException.class);
    }

    @Test
    void shouldCancelThePublisherOfElementsThatWaitWhenThePipelineIsClosed() {
        subscriber.onSubscribe(upstream);
        for (int i = 0; i < 4; i++) {
            assertThat(pipeline.tryPublish(value(i))).isTrue();
        }
        subscriber.onNext(7);
        subscriber.onNext(8);
        PipelineCloseReport report = pipeline.close(Duration.ZERO);

        assertThat(report.unpublished()).isZero();
        assertThat(upstream.cancels()).isOne();
        assertThatThrownBy(subscriber.done()::join).hasCauseInstanceOf(PipelineClosedException.class);
    }

    @Test
    void shouldCancelThePublisherOfAPipelineThatWasClosedBefore() {
        poller.close();
        pipeline.close();
        subscriber.onSubscribe(upstream);

        assertThat(upstream.cancels()).isOne();
        assertThatThrownBy(subscriber.done()::join).hasCauseInstanceOf(PipelineClosedException.class);
    }

    @Test
    void shouldCancelThePublisherWhenItsFutureIsCancelled() throws Exception {
        subscriber.onSubscribe(upstream);
        assertThat(subscriber.done().cancel(false)).isTrue();
        subscriber.onNext(1);

        assertThat(upstream.cancels()).isOne();
        assertThat(poll(4)).isEmpty();
    }

    @Test
    void shouldCancelAPublisherThatSendsMoreThanWasRequested() {
        subscriber.onSubscribe(upstream);
        long requested = upstream.requested();
        for (int i = 0; i <= requested; i++) {
            subscriber.onNext(i);
        }
        subscriber.onNext(9);

        assertThat(upstream.cancels()).isOne();
        assertThatThrownBy(subscriber.done()::join)
                .hasRootCauseMessage("element 6 came, but only 5 were requested (rule 1.1)");
    }

    @Test
    void shouldTakeAllBesideOtherProducers() throws Exception {
        int events = Sample.of(5_000, 200_000);
        List<Long> ofFlow = new ArrayList<>();
        Pipeline<Event> shared = Pipeline.<Event>builder(Event::new)
                .capacity(8)
                .daemon(true)
                .stage("keeps", (event, sequence, endOfBatch) -> {
                    if (event.value >= 0) {
                        ofFlow.add(event.value);
                    }
                })
                .build();
        EventSubscriber<Integer> sink = shared.subscriber((event, element) -> event.value = element, scheduler);
        Thread other = start(() -> {
            for (int i = 0; i < events; i++) {
                shared.publish(value(-1));
            }
        });
        try (SubmissionPublisher<Integer> source = new SubmissionPublisher<>()) {
            source.subscribe(sink);
            for (int i = 0; i < events; i++) {
                int ignored = source.submit(i);
            }
        }
        assertThat(sink.done().join()).isEqualTo(events);
        awaitEnd(other);
        shared.close();

        assertThat(ofFlow).hasSize(events);
        for (int i = 0; i < events; i++) {
            assertThat(ofFlow.get(i)).isEqualTo(i);
        }
    }
}
