package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a single producer may not do while it has claimed something, and what closing says of it. */
class OneClaimAtATimeTest {
    private final Pipeline<Event> pipeline =
            Pipeline.builder(Event::new).capacity(4).singleProducer(true).build();

    private final Poller<Event> poller = pipeline.poller("poller");

    @AfterEach
    void close() {
        pipeline.close(Duration.ZERO);
    }

    @Test
    void shouldRefuseToPublishBesideAnOpenClaim() throws Exception {
        Producer<Event> producer = pipeline.producer();
        EventClaim<Event> claim = producer.claim();
        claim.event().value = 7;

        assertThatIllegalStateException()
                .isThrownBy(() -> producer.tryPublish((event, sequence) -> {}))
                .withMessageContaining("event 0, is still open");
        assertThat(polled()).isEmpty();
        claim.publish();

        assertThat(polled()).containsExactly(7L);
    }

    @Test
    void shouldRefuseToPublishWithinATranslator() throws Exception {
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        pipeline.tryPublish((event, sequence) -> pipeline.tryPublish((inner, innerSequence) -> {})));
        pipeline.publish((event, sequence) -> event.value = 8);

        assertThat(polled()).containsExactly(8L);
    }

    @Test
    void shouldTellATranslatorThatHasEndedItsClaim() throws Exception {
        Producer<Event> producer = pipeline.producer();
        EventClaim<Event> kept = producer.claim();
        kept.publish();
        assertThatIllegalStateException()
                .isThrownBy(() -> producer.tryPublish((event, sequence) -> {
                    event.value = 1;
                    kept.publish();
                    producer.tryClaim(1).orElseThrow().event().value = 2;
                    kept.publish();
                }))
                .withMessageContaining("event 1 has published");
        producer.publish((event, sequence) -> event.value = 3);

        assertThat(polled()).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void shouldRefuseToEndAClaimInAnotherThread() throws Exception {
        EventClaim<Event> claim = pipeline.producer().claim();
        List<Throwable> thrown = new ArrayList<>();
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                claim.publish();
            } catch (IllegalStateException e) {
                thrown.add(e);
            }
        });
        other.join();

        assertThat(thrown).hasSize(1);
        assertThat(polled()).isEmpty();
    }

    @Test
    void shouldReportTheClaimThatIsOpenWhenThePipelineEnds() throws Exception {
        EventClaim<Event> claim = pipeline.producer().claim(2);

        PipelineCloseReport report = pipeline.close(Duration.ZERO);

        assertThat(report.unpublished()).isEqualTo(2);
        assertThat(report.unhandled()).isEmpty();
        assertThatExceptionOfType(PipelineClosedException.class).isThrownBy(claim::publish);
        assertThat(polled()).isEmpty();
    }

    @Test
    void shouldNotReportAnAbortedClaimAsUnhandled() throws Exception {
        pipeline.publish((event, sequence) -> {});
        pipeline.producer().claim().abort();

        assertThat(pipeline.close(Duration.ZERO).unhandled()).containsEntry("poller", 1L);
    }

    private List<Long> polled() throws Exception {
        List<Long> values = new ArrayList<>();
        poller.poll(4, (event, sequence, endOfBatch) -> values.add(event.value));
        return values;
    }
}
