package dev.ropewalk.pipeline.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.pipeline.FailurePolicy;
import dev.ropewalk.pipeline.capacity.CapacityWaiters;
import dev.ropewalk.pipeline.lifecycle.FailureLog;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.MultiProducerSequencer;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequencer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is taken from a stage whose pipeline ends meanwhile. */
class StageSourceTest {
    private static final int CAPACITY = 4;

    private final Sequencer sequencer = new MultiProducerSequencer(CAPACITY);
    private final CapacityWaiters waiters = new CapacityWaiters(sequencer);
    private final Lifecycle lifecycle = new Lifecycle("pipeline", sequencer);
    private final PipelineContext<long[]> context = new PipelineContext<>(
            "pipeline",
            new Ring<>(CAPACITY, () -> new long[1]),
            sequencer,
            waiters,
            lifecycle,
            new FailureLog("pipeline", failure -> {}, System::nanoTime),
            new Stages<>(),
            null,
            null,
            Thread.ofPlatform().factory(),
            new ProducerRegistry(sequencer, waiters));
    private final StageSource<long[]> source = source();

    private StageSource<long[]> source() {
        var settings = new StageSettings<long[]>(
                "flow",
                StageSettings.Shape.PLAIN,
                1,
                _ -> (event, sequence, endOfBatch) -> {},
                null,
                null,
                null,
                FailurePolicy.stop(),
                List.of(),
                0);
        var attacher =
                new StageAttacher<>(context, new WaitSettings(WaitSettings.Kind.PARKING, 0, IdleStrategy::busySpin));
        attacher.attachFirst(List.of(), Map.of());
        return attacher.attachSource(settings, List.of(), new Shutdown<>(context), new SourceSignal() {
            @Override
            protected void tell() {}
        });
    }

    private void publish() {
        long sequence = sequencer.tryClaim(1, new ConsumedCache());
        sequencer.publish(sequence, sequence);
    }

    @Test
    void shouldCountAnEventAsLeftThatWasTakenBesideTheEnd() {
        publish();
        assertThat(source.take()).isTrue();
        lifecycle.end();

        assertThat(source.enter()).isFalse();
        source.leave();
        assertThat(source.hasLeft()).isTrue();
        assertThat(source.take()).isFalse();
    }

    @Test
    void shouldHaveTheEndWaitForAnEventThatIsRead() {
        publish();
        assertThat(source.take()).isTrue();
        assertThat(source.enter()).isTrue();
        lifecycle.end();
        context.endIfOver();
        assertThat(lifecycle.terminated()).isNotDone();
        source.leave();

        assertThat(lifecycle.terminated()).isDone();
        assertThat(source.hasLeft()).isFalse();
    }

    @Test
    void shouldGoPastWhatIsSkippedWithoutTakingWhatComesBehind() {
        long aborted = sequencer.tryClaim(1, new ConsumedCache());
        sequencer.abort(aborted, aborted);
        publish();

        assertThat(source.seek()).isTrue();
        source.passOn();
        assertThat(sequencer.consumed()).isEqualTo(aborted);
        assertThat(source.take()).isTrue();
        assertThat(source.seek()).isFalse();
    }
}
