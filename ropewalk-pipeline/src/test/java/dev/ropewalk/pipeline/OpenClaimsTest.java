package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Claims that no stage waits for, since those that did have left: producers must wait for them all the same. */
class OpenClaimsTest extends PipelineTests {
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
        EventClaim<Event> open = pipeline.producer().claim();
        try (Poller<Event> late = pipeline.poller("late")) {
            early.close();
            shouldNotBeOvertaken(open, late);
        }
    }

    @Test
    void shouldHoldProducersUpAcrossATimeWithoutStages() throws Exception {
        EventClaim<Event> open = pipeline.producer().claim();
        try (Poller<Event> late = pipeline.poller("late")) {
            shouldNotBeOvertaken(open, late);
        }
    }

    @Test
    void shouldHoldProducersUpWhileThereIsNoStage() throws InterruptedException {
        EventClaim<Event> open = pipeline.producer().claim();
        fillBehind();
        assertThat(publish(CAPACITY)).isFalse();
        open.publish();
        for (int event = 0; event < 3 * CAPACITY; event++) {
            assertThat(publish(event)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellThoseWhoWaitWhenThereIsNoStage(End end) throws Exception {
        EventClaim<Event> open = pipeline.producer().claim();
        fillBehind();
        CompletableFuture<Long> later = pipeline.publishAsync(value(CAPACITY), Runnable::run);
        Thread parked = start(() -> pipeline.publish(value(CAPACITY)));
        awaitSleep(parked);
        assertThat(later).isNotDone();
        end.of(open);
        assertThat(later).isDone();
        awaitEnd(parked);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellThoseWhoWaitWhenNoStageThatIsLeftDoes(End end) throws Exception {
        Poller<Event> early = pipeline.poller("early");
        EventClaim<Event> open = pipeline.producer().claim();
        try (Poller<Event> late = pipeline.poller("late")) {
            early.close();
            fillBehind();
            assertThat(polled(late)).containsExactly(1L, 2L, 3L);
            CompletableFuture<Long> later = pipeline.publishAsync(value(CAPACITY), Runnable::run);
            assertThat(later).isNotDone();
            end.of(open);
            assertThat(later).isCompletedWithValue((long) CAPACITY);
        }
    }

    @Test
    void shouldTellThoseWhoWaitWhenTheClaimOfTheDeadIsFound() throws Exception {
        var gate = new Gate();
        Producer<Event> dying = pipeline.producer();
        Thread owner = start(() -> {
            EventClaim<Event> _ = dying.claim();
            gate.pass();
        });
        gate.awaitEntered();
        fillBehind();
        CompletableFuture<Long> later = pipeline.publishAsync(value(CAPACITY), Runnable::run);
        assertThat(later).isNotDone();
        gate.open();
        awaitEnd(owner);
        assertThat(dying.tryPublish(value(CAPACITY + 1))).isTrue();
        assertThat(later).isDone();
    }

    @Test
    void shouldTellWhoeverClosesThePipeline() throws Exception {
        EventClaim<Event> open = pipeline.producer().claim();
        var report = new CompletableFuture<PipelineCloseReport>();
        Thread closer = start(() -> report.complete(pipeline.close(LONG.multipliedBy(3))));
        awaitSleep(closer);
        open.publish();
        assertThat(report.get(20, TimeUnit.SECONDS).isComplete()).isTrue();
    }

    @Test
    void shouldTellThoseWhoWaitForAStageThatCouldNotBegin() {
        var filled = new AtomicReference<Pipeline<Event>>();
        List<CompletableFuture<Long>> published = new ArrayList<>();
        ThreadFactory failing = task -> new Thread(task) {
            @Override
            public void start() {
                for (int event = 0; event <= CAPACITY; event++) {
                    published.add(Objects.requireNonNull(filled.get()).publishAsync(value(event), Runnable::run));
                }
                throw new IllegalStateException("no thread today");
            }
        };
        try (Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .capacity(CAPACITY)
                .threadFactory(failing)
                .build()) {
            filled.set(pipeline);
            assertThatIllegalStateException()
                    .isThrownBy(() -> pipeline.add(Stage.of("bad", (event, sequence, endOfBatch) -> {})));
            assertThat(published).hasSize(CAPACITY + 1).allMatch(CompletableFuture::isDone);
        }
    }

    /** How an open claim ends. */
    enum End {
        PUBLISHED,
        ABORTED;

        void of(EventClaim<Event> claim) {
            if (this == PUBLISHED) {
                claim.publish();
            } else {
                claim.abort();
            }
        }
    }

    private void fillBehind() {
        for (int event = 1; event < CAPACITY; event++) {
            assertThat(publish(event)).isTrue();
        }
    }

    private void shouldNotBeOvertaken(EventClaim<Event> open, Poller<Event> late) throws Exception {
        fillBehind();
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
