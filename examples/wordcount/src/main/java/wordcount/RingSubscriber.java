package wordcount;

import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Translator;
import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** Publishes lines into a pipeline as they come, and requests no more of them than the ring takes. */
final class RingSubscriber implements Flow.Subscriber<String> {
    private final Pipeline<Line> pipeline;
    private final Scheduler scheduler;
    private Flow.Subscription subscription;

    /** The last line that has its place in the ring or waits for it. The next one is published after it, as no order is promised else. */
    private CompletableFuture<Long> last = CompletableFuture.completedFuture(0L);

    RingSubscriber(Pipeline<Line> pipeline, Scheduler scheduler) {
        this.pipeline = pipeline;
        this.scheduler = scheduler;
    }

    @Override
    public void onSubscribe(Flow.Subscription source) {
        subscription = source;
        source.request(pipeline.capacity() / 2);
    }

    @Override
    public void onNext(String text) {
        last = publish((line, sequence) -> line.read(text));
        last.whenComplete((sequence, failure) -> {
            if (failure == null) {
                subscription.request(1);
            } else {
                subscription.cancel();
            }
        });
    }

    /** If the ring is full this waits for room without a thread, and so do those that send lines. */
    private CompletableFuture<Long> publish(Translator<Line> translator) {
        return last.thenCompose(sequence -> pipeline.publishAsync(translator, scheduler));
    }

    @Override
    public void onComplete() {
        publish((line, sequence) -> line.end(null));
    }

    @Override
    public void onError(Throwable failure) {
        publish((line, sequence) -> line.end(failure));
    }
}
