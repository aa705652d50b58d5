package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.testing.Sample;
import dev.ropewalk.testing.Upstream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A subscriber that is the single producer of its pipeline: who else is refused, and when it gives the producer back. */
@Timeout(60)
class SingleSubscriberTest extends PipelineTests {
    private static final String LENT =
            "the single producer of the pipeline single belongs to a subscriber until the flow of that has ended, and was used by ";

    private final Upstream upstream = new Upstream();
    private final Pipeline<Event> pipeline = single(4).name("single").build();
    private final Poller<Event> poller = pipeline.poller("poll");

    private static PipelineBuilder<Event> single(int capacity) {
        return Pipeline.<Event>builder(Event::new)
                .capacity(capacity)
                .singleProducer(true)
                .daemon(true);
    }

    @AfterEach
    void close() {
        poller.close();
        var ignored = pipeline.close(Duration.ZERO);
    }

    private EventSubscriber<Integer> subscriber() {
        return pipeline.subscriber((event, element) -> event.value = 10 / element, Runnable::run);
    }

    private List<Long> poll(int max) throws Exception {
        List<Long> values = new ArrayList<>();
        int ignored = poller.poll(max, (event, sequence, endOfBatch) -> values.add(event.value));
        return values;
    }

    private boolean isFree() {
        try {
            return pipeline.tryPublish(value(-1));
        } catch (IllegalStateException lent) {
            return false;
        }
    }

    private static SubmissionPublisher<Integer> feed(EventSubscriber<Integer> sink, int events) {
        SubmissionPublisher<Integer> source = new SubmissionPublisher<>();
        source.subscribe(sink);
        for (int i = 0; i < events; i++) {
            int ignored = source.submit(i);
        }
        return source;
    }

    @Test
    void shouldPublishInOrderWhatComesFromAnyThread() throws Exception {
        int events = Sample.of(5_000, 200_000);
        List<Long> handled = new ArrayList<>();
        Pipeline<Event> small = single(8)
                .stage("keeps", (event, sequence, endOfBatch) -> handled.add(event.value))
                .build();
        for (int flow = 0; flow < 2; flow++) {
            EventSubscriber<Integer> sink = small.subscriber((event, element) -> event.value = element, scheduler);
            feed(sink, events).close();
            assertThat(sink.done().join()).isEqualTo(events);
        }
        small.publish(value(-1));
        small.close();

        assertThat(handled).hasSize(2 * events + 1);
        for (int i = 0; i < 2 * events; i++) {
            assertThat(handled.get(i)).isEqualTo(i % events);
        }
    }

    @Test
    void shouldRefuseThreadsAndOtherSubscribersMeanwhile() throws Exception {
        EventSubscriber<Integer> subscriber = subscriber();
        assertThatIllegalStateException()
                .isThrownBy(() -> pipeline.tryPublish(value(1)))
                .withMessage(LENT + Thread.currentThread());
        assertThatIllegalStateException()
                .isThrownBy(() -> pipeline.producer().claim())
                .withMessageStartingWith(LENT);
        assertThatIllegalStateException()
                .isThrownBy(() -> pipeline.producer().close())
                .withMessageStartingWith(LENT);
        assertThatIllegalStateException().isThrownBy(this::subscriber).withMessageStartingWith(LENT);
        subscriber.onSubscribe(upstream);
        subscriber.onNext(1);
        subscriber.onComplete();

        assertThat(subscriber.done()).isCompletedWithValue(1L);
        assertThat(isFree()).isTrue();
        assertThat(poll(4)).containsExactly(10L, -1L);
    }

    @Test
    void shouldTakeOverFromTheThreadThatAsks() throws Exception {
        pipeline.publish(value(7));
        EventSubscriber<Integer> subscriber = subscriber();
        assertThat(isFree()).isFalse();
        subscriber.onSubscribe(upstream);
        subscriber.onNext(1);

        assertThat(poll(4)).containsExactly(7L, 10L);
    }

    @Test
    void shouldBeRefusedWhileAThreadHasTheProducer() throws Exception {
        EventClaim<Event> claim = pipeline.producer().claim();
        assertThatIllegalStateException()
                .isThrownBy(this::subscriber)
                .withMessageContaining("is still open: publish or abort it first");
        List<Throwable> refused = new ArrayList<>();
        awaitEnd(start(() -> {
            try {
                subscriber();
            } catch (IllegalStateException expected) {
                refused.add(expected);
            }
        }));
        assertThat(refused)
                .singleElement()
                .asString()
                .contains("belongs to one thread at a time, " + Thread.currentThread());
        claim.abort();
        EventSubscriber<Integer> subscriber = subscriber();
        assertThat(subscriber.done()).isNotDone();
    }

    @Test
    void shouldGiveTheProducerBackWhenItsFutureIsCancelled() {
        assertThat(subscriber().done().cancel(false)).isTrue();
        assertThat(isFree()).isTrue();
    }

    @Test
    void shouldGiveTheProducerBackWhenThePublisherFails() {
        EventSubscriber<Integer> subscriber = subscriber();
        subscriber.onSubscribe(upstream);
        subscriber.onError(new IllegalArgumentException());
        assertThat(isFree()).isTrue();
    }

    @Test
    void shouldGiveTheProducerBackWhenAnElementCantBeWritten() throws Exception {
        EventSubscriber<Integer> subscriber = subscriber();
        subscriber.onSubscribe(upstream);
        subscriber.onNext(0);

        assertThat(subscriber.done()).isCompletedExceptionally();
        assertThat(isFree()).isTrue();
        assertThat(poll(4)).containsExactly(-1L);
    }

    @Test
    void shouldKeepTheProducerAsLongAsAnElementWaits() throws Exception {
        EventSubscriber<Integer> subscriber = subscriber();
        subscriber.onSubscribe(upstream);
        for (int i = 0; i < 5; i++) {
            subscriber.onNext(10);
        }
        assertThat(subscriber.published()).isEqualTo(4);
        assertThat(subscriber.done().cancel(false)).isTrue();
        assertThatIllegalStateException()
                .isThrownBy(() -> pipeline.tryPublish(value(-1)))
                .withMessageStartingWith(LENT);

        assertThat(poll(2)).containsExactly(1L, 1L);
        assertThat(isFree()).isTrue();
        assertThat(poll(4)).containsExactly(1L, 1L, -1L);
    }
}
