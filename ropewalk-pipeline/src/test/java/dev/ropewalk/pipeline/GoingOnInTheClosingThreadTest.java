package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What follows a publication may run in the thread that closes the pipeline: there it may not wait for the end. */
class GoingOnInTheClosingThreadTest extends PipelineTests {
    private final Pipeline<Event> pipeline =
            Pipeline.builder(Event::new).name("shop").capacity(1).build();
    private final Poller<Event> never = pipeline.poller("never");
    private final List<Throwable> thrown = new CopyOnWriteArrayList<>();

    @Test
    void shouldRefuseToClose() throws InterruptedException {
        closeBeside(closed -> closed.close(LONG));
    }

    @Test
    void shouldRefuseToAwaitTermination() throws InterruptedException {
        closeBeside(closed -> {
            try {
                boolean ignored = closed.awaitTermination(LONG);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    private void closeBeside(Consumer<Pipeline<Event>> wait) throws InterruptedException {
        pipeline.publish(value(0));
        CompletableFuture<Void> followed = pipeline.publishAsync(value(1), Runnable::run)
                .handle((sequence, refusal) -> {
                    try {
                        wait.accept(pipeline);
                    } catch (Throwable e) {
                        thrown.add(e);
                    }
                    return null;
                });
        Thread closer = start(() -> pipeline.close(Duration.ZERO));
        Await.until("what follows has ended", followed::isDone);
        awaitEnd(closer);
        assertThat(thrown)
                .singleElement()
                .satisfies(refusal -> assertThat(refusal)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("the thread that closes the pipeline shop would wait for itself"));
        assertThat(pipeline.awaitTermination(LONG)).isTrue();
        never.close();
    }
}
