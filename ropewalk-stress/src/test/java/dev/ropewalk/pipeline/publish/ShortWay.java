package dev.ropewalk.pipeline.publish;

import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineCloseReport;
import dev.ropewalk.pipeline.PipelineClosedException;
import dev.ropewalk.pipeline.Word;
import java.time.Duration;
import java.util.Optional;

/** A pipeline that is closed, and the claim of its single producer, who finds room without a look at the stages. */
final class ShortWay {
    private final Pipeline<Word> pipeline =
            Pipeline.builder(Word::new).capacity(2).singleProducer(true).build();
    private final OwnedClaim<Word> claim;

    ShortWay() {
        var ignored = pipeline.poller("idle");
        if (!(pipeline.producer() instanceof OwnedProducer<Word> producer)) {
            throw new AssertionError("a pipeline has other producers");
        }
        claim = producer.claim;
        if (!pipeline.tryPublish((word, sequence) -> {})) {
            throw new AssertionError("an empty ring is full");
        }
        producer.release();
    }

    boolean publish() {
        claim.checkThread();
        try {
            if (!claim.tryOpenAtOnce()) {
                throw new AssertionError("it goes the long way");
            }
            claim.publish();
            return true;
        } catch (PipelineClosedException e) {
            return false;
        }
    }

    /** Returns how many events are reported, one way or the other, besides the one that was there. */
    int close() {
        PipelineCloseReport report = pipeline.close(Duration.ZERO);
        long unhandled = Optional.ofNullable(report.unhandled().get("idle")).orElse(0L);
        return (int) (report.unpublished() + unhandled) - 1;
    }
}
