package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Producers and their claims. */
@ParameterizedClass
@ValueSource(booleans = {true, false})
class ProducerTest extends PipelineTests {
    private final List<Long> seen = new CopyOnWriteArrayList<>();
    private final boolean single;
    private final Pipeline<Event> pipeline;
    private final Producer<Event> producer;

    ProducerTest(boolean single) {
        this.single = single;
        var builder = Pipeline.builder(Event::new)
                .name("claims")
                .capacity(4)
                .stage("see", (event, sequence, endOfBatch) -> seen.add(event.value));
        pipeline = single ? builder.singleProducer(true).build() : builder.build();
        producer = pipeline.producer();
    }

    @AfterEach
    void close() {
        pipeline.close(LONG);
    }

    private void expect(Long... values) {
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThat(seen).containsExactly(values);
    }

    private void publish(long value) throws InterruptedException {
        EventClaim<Event> claim = producer.claim();
        claim.event().value = value;
        claim.publish();
    }

    @Test
    void shouldPublishAClaim() throws InterruptedException {
        EventClaim<Event> claim = producer.claim(3);
        assertThat(claim.size()).isEqualTo(3);
        assertThat(claim.sequence()).isZero();
        assertThat(claim.event()).isSameAs(claim.event(0));
        for (int i = 0; i < 3; i++) {
            claim.event(i).value = i;
        }
        assertThat(claim).hasToString("events 0 to 2");
        claim.publish();
        publish(3);
        expect(0L, 1L, 2L, 3L);
    }

    @Test
    void shouldRefuseToPublishTwice() throws InterruptedException {
        EventClaim<Event> claim = producer.claim();
        claim.publish();
        assertThat(claim).hasToString("none");
        assertThat(claim.size()).isZero();
        assertThatIllegalStateException().isThrownBy(claim::publish).withMessageContaining("published or aborted");
        assertThatIllegalStateException().isThrownBy(claim::event);
        assertThatIllegalStateException().isThrownBy(claim::sequence);
        claim.abort();
        claim.close();
        expect(0L);
    }

    @Test
    void shouldHideWhatIsAborted() throws InterruptedException {
        producer.claim(2).abort();
        publish(1);
        try (EventClaim<Event> claim = producer.claim()) {
            claim.event().value = 9;
        }
        try (EventClaim<Event> claim = producer.claim(1, LONG).orElseThrow()) {
            claim.event().value = 2;
            claim.publish();
        }
        expect(1L, 2L);
    }

    @Test
    void shouldRefuseASecondClaim() throws InterruptedException {
        EventClaim<Event> claim = producer.claim(2);
        assertThatIllegalStateException().isThrownBy(producer::claim).withMessageContaining("events 0 to 1");
        assertThatIllegalStateException().isThrownBy(() -> producer.tryClaim(1));
        assertThatIllegalStateException().isThrownBy(() -> producer.claim(1, LONG));
        assertThatIllegalStateException().isThrownBy(producer::release);
        claim.abort();
        expect();
    }

    @Test
    void shouldRefuseIndicesBeyondTheClaim() throws InterruptedException {
        try (EventClaim<Event> claim = producer.claim(2)) {
            assertThat(List.of(-1, 2))
                    .allSatisfy(index -> assertThat(catchThrowable(() -> claim.event(index)))
                            .isInstanceOf(IndexOutOfBoundsException.class)
                            .hasMessageContaining("events 0 to 1")
                            .hasMessageContaining("" + index));
        }
    }

    @Test
    void shouldRefuseClaimsThatTheRingNeverHolds() {
        assertThatIllegalArgumentException().isThrownBy(() -> producer.claim(0)).withMessageContaining(" 0 ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> producer.tryClaim(5))
                .withMessageContaining(" 5 ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> producer.claim(-1, LONG))
                .withMessageContaining(" -1 ");
    }

    @Test
    void shouldClaimInTimeOrNotAtAll() throws InterruptedException {
        try (Poller<Event> _ = pipeline.poller("slow")) {
            for (int i = 0; i < 4; i++) {
                producer.tryClaim(1).orElseThrow().publish();
            }
            assertThat(producer.tryClaim(1)).isEmpty();
            assertThat(producer.claim(1, Duration.ofMillis(1))).isEmpty();
            assertThat(producer.claim(1, Duration.ZERO)).isEmpty();
        }
        producer.claim(1, LONG).orElseThrow().abort();
    }

    @Test
    void shouldRefuseAnotherThread() throws InterruptedException {
        Thread owner = Thread.currentThread();
        publish(0);
        var thrown = new AtomicReference<Throwable>();
        for (int i = 0; i < 2; i++) {
            Thread other = start(() -> thrown.set(catchThrowable(() -> producer.tryPublish(value(9)))));
            awaitEnd(other);
            assertThat(thrown.getAndSet(null))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("belongs to one thread at a time, " + owner)
                    .hasMessageContaining("was used by Thread[#" + other.threadId())
                    .hasMessageContaining(
                            single ? "build the pipeline for several producers" : "each thread needs its own");
        }
        publish(1);
        expect(0L, 1L);
    }

    @Test
    void shouldBeHandedOver() throws InterruptedException {
        publish(0);
        producer.release();
        Thread other = start(() -> {
            publish(1);
            producer.release();
        });
        awaitEnd(other);
        publish(2);
        expect(0L, 1L, 2L);
    }

    @Test
    void shouldBeTakenOverFromAThreadThatHasEnded() throws InterruptedException {
        awaitEnd(start(() -> producer.claim(3).event().value = 9));
        publish(1);
        expect(1L);
    }

    @Test
    void shouldRefuseToWorkWhenClosed() throws InterruptedException {
        EventClaim<Event> claim = producer.claim();
        claim.event().value = 9;
        producer.close();
        producer.close();
        assertThatIllegalStateException()
                .isThrownBy(producer::claim)
                .withMessageContaining("this producer of the pipeline claims is closed");
        assertThatIllegalStateException().isThrownBy(() -> producer.tryPublish(value(9)));
        expect();
    }

    @Test
    void shouldTellWhoPublishesAnEventTooLate() throws InterruptedException {
        EventClaim<Event> claim = producer.claim();
        PipelineCloseReport report = pipeline.close(Duration.ofMillis(20));
        assertThat(report.isComplete()).isFalse();
        assertThat(report.unpublished()).isOne();
        assertThat(catchThrowable(claim::publish))
                .isInstanceOf(PipelineClosedException.class)
                .hasMessageContaining("claims is closed");
    }
}
