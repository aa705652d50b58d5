package dev.ropewalk.pipeline.publish;

import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineBuilder;
import dev.ropewalk.pipeline.PipelineCloseReport;
import dev.ropewalk.pipeline.PipelineClosedException;
import dev.ropewalk.pipeline.Word;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A pipeline of one place that is closed; its stage handles nothing. */
final class Ended {
    private final Pipeline<Word> pipeline;

    Ended(boolean single) {
        PipelineBuilder<Word> builder = Pipeline.builder(Word::new).capacity(1);
        pipeline = (single ? builder.singleProducer(true) : builder).build();
        var ignored = pipeline.poller("idle");
    }

    boolean publish() {
        try {
            return pipeline.tryPublish((word, sequence) -> word.value = sequence);
        } catch (PipelineClosedException e) {
            return false;
        }
    }

    CompletableFuture<Long> publishAsync() {
        return pipeline.publishAsync((word, sequence) -> {}, Runnable::run);
    }

    /** Returns how many events are reported, one way or the other. */
    int close() {
        PipelineCloseReport report = pipeline.close(Duration.ZERO);
        return (int) (report.unpublished() + report.unhandled().getOrDefault("idle", 0L));
    }
}
