package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events that are fetched rather than given. */
class PollerTest extends PipelineTests {
    private final List<String> seen = new ArrayList<>();
    private final EventHandler<Event> see =
            (event, sequence, endOfBatch) -> seen.add(event.value + (endOfBatch ? "!" : ""));
    private final Pipeline<Event> pipeline = Pipeline.<Event>builder(Event::new)
            .capacity(4)
            .stage("double", (event, sequence, endOfBatch) -> event.value *= 2)
            .build();
    private final Poller<Event> poller = pipeline.poller("poll", "double");

    @AfterEach
    void close() {
        poller.close();
        pipeline.close(LONG);
    }

    private void publish(int count) throws InterruptedException {
        pipeline.publishBatch(count, (event, index) -> event.value = index);
        Await.until("they are doubled", () -> stats(pipeline, "double").lag() == 0);
    }

    @Test
    void shouldFetchWhatIsReady() throws Exception {
        assertThat(poller.poll(8, see)).isZero();
        publish(4);
        assertThat(pipeline.tryPublish(value(9))).isFalse();
        assertThat(poller.poll(3, see)).isEqualTo(3);
        assertThat(pipeline.remainingCapacity()).isEqualTo(3);
        assertThat(poller.poll(3, see)).isOne();
        assertThat(poller.poll(3, see)).isZero();
        assertThat(seen).containsExactly("0", "2", "4!", "6!");
    }

    @Test
    void shouldSkipAbortedClaims() throws Exception {
        Producer<Event> producer = pipeline.producer();
        producer.claim(2).abort();
        publish(1);
        producer.claim().abort();
        Await.until("all are ready", () -> stats(pipeline, "double").lag() == 0);
        assertThat(poller.poll(4, see)).isOne();
        assertThat(pipeline.remainingCapacity()).isEqualTo(4);
        assertThat(seen).containsExactly("0!");
    }

    @Test
    void shouldGiveAnEventThatFailedAgain() throws Exception {
        publish(3);
        var cause = new IllegalStateException("not yet");
        EventHandler<Event> fails = (event, sequence, endOfBatch) -> {
            if (sequence == 1) {
                throw cause;
            }
            see.onEvent(event, sequence, endOfBatch);
        };
        assertThatIllegalStateException()
                .isThrownBy(() -> poller.poll(4, fails))
                .isSameAs(cause);
        assertThat(poller.poll(4, see)).isEqualTo(2);
        assertThat(seen).containsExactly("0", "2", "4!");
    }

    @Test
    void shouldWakeProducers() throws Exception {
        publish(4);
        Thread fetcher = start(() -> {
            Await.until("a producer waits for room", () -> pipeline.stats().producerStalls() == 1);
            Await.until("all are fetched", () -> {
                try {
                    poller.poll(1, (event, sequence, endOfBatch) -> {});
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                return stats(pipeline, "poll").position() >= 4;
            });
        });
        pipeline.publish(value(4));
        awaitEnd(fetcher);
    }

    @Test
    void shouldFreeTheRingWhenClosed() throws Exception {
        publish(4);
        assertThat(pipeline.tryPublish(value(9))).isFalse();
        poller.close();
        poller.close();
        publish(4);
        assertThat(pipeline.stats().stages()).containsOnlyKeys("double");
        assertThatIllegalStateException()
                .isThrownBy(() -> poller.poll(1, see))
                .withMessage("the poller poll is closed");
    }

    @Test
    void shouldStayUntilAPollIsOverThoughClosedMeanwhile() throws Exception {
        publish(4);
        var gate = new Gate();
        Thread fetcher = start(() -> poller.poll(1, gate));
        gate.awaitEntered();
        assertThatIllegalStateException().isThrownBy(() -> poller.poll(1, see)).withMessageContaining("another thread");
        poller.close();
        assertThat(pipeline.tryPublish(value(9))).isFalse();
        gate.open();
        awaitEnd(fetcher);
        publish(4);
        assertThatIllegalStateException().isThrownBy(() -> poller.poll(1, see)).withMessageContaining("closed");
    }

    @Test
    void shouldNotBeRemovedBehindItsOwnersBack() {
        assertThatIllegalStateException()
                .isThrownBy(() -> pipeline.remove("poll"))
                .withMessageContaining("poll is a poller's");
    }

    @Test
    void shouldRefuseToWaitForItself() throws Exception {
        publish(4);
        var thrown = new AtomicReference<String>();
        poller.poll(1, (event, sequence, endOfBatch) -> {
            try {
                pipeline.publish(value(9));
            } catch (IllegalStateException e) {
                thrown.set(e.getMessage());
            }
        });
        assertThat(thrown.get()).contains("handler of stage poll would wait for itself");
    }

    @Test
    void shouldRefusePollsForNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> poller.poll(0, see))
                .withMessageContaining("not 0");
    }

    @Test
    void shouldTellItsOwnHandlerFromAnotherThread() throws Exception {
        publish(1);
        EventHandler<Event> pollsAgain = (event, sequence, endOfBatch) -> assertThatIllegalStateException()
                .isThrownBy(() -> poller.poll(1, see))
                .withMessage("the handler of a poll of poll polls it once more");
        assertThat(poller.poll(1, pollsAgain)).isOne();
    }
}
