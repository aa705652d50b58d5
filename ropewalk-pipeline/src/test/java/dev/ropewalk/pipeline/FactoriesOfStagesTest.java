package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.testing.Await;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Factories of the stages that are added hold up no other thread, whatever they do. */
class FactoriesOfStagesTest extends PipelineTests {
    private static final EventHandler<Event> NOTHING = (event, sequence, endOfBatch) -> {};

    private final Gate gate = new Gate();

    private Pipeline<Event> build() {
        return Pipeline.builder(Event::new).capacity(4).stage("first", NOTHING).build();
    }

    /** Returns a stage whose factory stands at the gate. */
    private Stage<Event> slow() {
        return Stage.workers("slow", 1, worker -> {
            pass();
            return NOTHING;
        });
    }

    private void pass() {
        try {
            gate.pass();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static <T> CompletableFuture<T> inAThread(Callable<T> call) {
        var result = new CompletableFuture<T>();
        Thread ignored = start(() -> {
            try {
                result.complete(call.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    private CompletableFuture<Void> addSlowOne(Pipeline<Event> pipeline) {
        CompletableFuture<Void> added = inAThread(() -> {
            pipeline.add(slow());
            return null;
        });
        gate.awaitEntered();
        return added;
    }

    @Test
    void shouldLetOtherThreadsAddAndRemoveStages() throws Exception {
        Pipeline<Event> pipeline = build();
        CompletableFuture<Void> added = addSlowOne(pipeline);
        CompletableFuture<Boolean> other = inAThread(() -> {
            pipeline.add(Stage.of("other", NOTHING));
            Poller<Event> poller = pipeline.poller("poller");
            poller.close();
            return pipeline.remove("first");
        });
        Await.until("the other is done", other::isDone);
        gate.open();
        assertThat(other.get()).isTrue();
        assertThat(added).succeedsWithin(LONG);
        assertThat(pipeline.stats().stages()).containsOnlyKeys("other", "slow");
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }

    @Test
    void shouldLetThreadFactoriesBlock() throws Exception {
        var isBuilt = new CompletableFuture<Void>();
        Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .threadFactory(body -> {
                    if (isBuilt.isDone()) {
                        pass();
                    }
                    return Thread.ofPlatform().daemon().unstarted(body);
                })
                .stage("first", NOTHING)
                .build();
        isBuilt.complete(null);
        CompletableFuture<Void> added = inAThread(() -> {
            pipeline.add(Stage.of("next", NOTHING));
            return null;
        });
        gate.awaitEntered();
        CompletableFuture<Boolean> removed = inAThread(() -> pipeline.remove("first"));
        Await.until("the other is done", removed::isDone);
        gate.open();
        assertThat(added).succeedsWithin(LONG);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }

    @Test
    void shouldRefuseANameThatWasTakenMeanwhile() throws Exception {
        Pipeline<Event> pipeline = build();
        CompletableFuture<Void> added = addSlowOne(pipeline);
        CompletableFuture<Void> other = inAThread(() -> {
            pipeline.add(Stage.of("slow", NOTHING));
            return null;
        });
        Await.until("the other is done", other::isDone);
        gate.open();
        Await.until("it is refused", added::isDone);
        assertThat(added.exceptionNow())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is a stage of the name slow already");
        pipeline.publishBatch(4, (event, index) -> {});
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }

    @Test
    void shouldRefuseAStageIfThePipelineWasClosedMeanwhile() {
        Pipeline<Event> pipeline = build();
        CompletableFuture<Void> added = addSlowOne(pipeline);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        gate.open();
        Await.until("it is refused", added::isDone);
        assertThat(added.exceptionNow()).isInstanceOf(PipelineClosedException.class);
    }

    @Test
    void shouldNotBeAskedForAStageThatIsRefused() {
        Pipeline<Event> pipeline = build();
        Stage<Event> none = Stage.workers("first", 1, worker -> {
            throw new AssertionError("it was asked");
        });
        assertThatIllegalArgumentException().isThrownBy(() -> pipeline.add(none));
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
        assertThatExceptionOfType(PipelineClosedException.class).isThrownBy(() -> pipeline.add(none));
    }
}
