package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Claims that no stage waits for, since those that did have left: producers must wait for them all the same. */
class OpenClaimsTest {
    private static final int CAPACITY = 4;

    private final Pipeline<Event> pipeline =
            Pipeline.builder(Event::new).capacity(CAPACITY).build();

    @AfterEach
    void closePipeline() {
        pipeline.close();
    }

    @Test
    void shouldHoldProducersUpWhenTheStageThatWaitedLeaves() throws Exception {
        Poller<Event> early = pipeline.poller("early");
        Claim<Event> open = pipeline.producer().claim();
        try (Poller<Event> late = pipeline.poller("late")) {
            early.close();
            shouldNotBeOvertaken(open, late);
        }
    }

    @Test
    void shouldHoldProducersUpAcrossATimeWithoutStages() throws Exception {
        Claim<Event> open = pipeline.producer().claim();
        try (Poller<Event> late = pipeline.poller("late")) {
            shouldNotBeOvertaken(open, late);
        }
    }

    @Test
    void shouldHoldProducersUpWhileThereIsNoStage() throws InterruptedException {
        Claim<Event> open = pipeline.producer().claim();
        for (int event = 1; event < CAPACITY; event++) {
            assertThat(publish(event)).isTrue();
        }
        assertThat(publish(CAPACITY)).isFalse();
        open.publish();
        for (int event = 0; event < 3 * CAPACITY; event++) {
            assertThat(publish(event)).isTrue();
        }
    }

    private void shouldNotBeOvertaken(Claim<Event> open, Poller<Event> late) throws Exception {
        for (int event = 1; event < CAPACITY; event++) {
            assertThat(publish(event)).isTrue();
        }
        assertThat(polled(late)).containsExactly(1L, 2L, 3L);
        assertThat(publish(CAPACITY))
                .as("a claim of the place that is still open")
                .isFalse();
        open.abort();
        assertThat(publish(CAPACITY)).isTrue();
        assertThat(polled(late)).containsExactly((long) CAPACITY);
    }

    private boolean publish(long value) {
        return pipeline.tryPublish((event, sequence) -> event.value = value);
    }

    private static List<Long> polled(Poller<Event> poller) throws Exception {
        List<Long> values = new ArrayList<>();
        int _ = poller.poll(2 * CAPACITY, (event, sequence, endOfBatch) -> values.add(event.value));
        return values;
    }
}
