package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A publication that goes on in a thread of a stage, which finds nothing more to do, may not wait for that stage. */
class GoingOnInAStageTest extends PipelineTests {
    @ParameterizedTest
    @EnumSource
    void shouldRefuseToClose(Running running) throws InterruptedException {
        var gate = new Gate();
        Pipeline<Event> pipeline =
                running.builder(scheduler).capacity(4).stage("gate", gate).build();
        pipeline.publish(value(0));
        gate.awaitEntered();
        EventClaim<Event> open = pipeline.producer().claim(3);
        CompletableFuture<Void> closed =
                pipeline.publishAsync(value(4), Runnable::run).thenRun(() -> pipeline.close(Duration.ZERO));
        gate.open();
        assertThatThrownBy(closed::join).hasMessageContaining("stage gate would wait for itself");
        open.publish();
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }
}
