package wordcount;

import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.Flow;

/** Publishes lines into a pipeline as they come, and requests no more of them than the ring takes. */
final class RingSubscriber implements Flow.Subscriber<String> {
    private final Pipeline<Line> pipeline;
    private final Scheduler scheduler;
    private Flow.Subscription subscription;

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
        // If the ring is full this waits for room without a thread, and so do those that send lines.
        pipeline.publishAsync((line, sequence) -> line.read(text), scheduler).whenComplete((sequence, failure) -> {
            if (failure == null) {
                subscription.request(1);
            } else {
                subscription.cancel();
            }
        });
    }

    @Override
    public void onComplete() {
        pipeline.publishAsync((line, sequence) -> line.end(null), scheduler);
    }

    @Override
    public void onError(Throwable failure) {
        pipeline.publishAsync((line, sequence) -> line.end(failure), scheduler);
    }
}
