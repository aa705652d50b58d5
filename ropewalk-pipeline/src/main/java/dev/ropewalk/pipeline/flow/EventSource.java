package dev.ropewalk.pipeline.flow;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.flow.RefusedSubscription;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.Shutdown;
import dev.ropewalk.pipeline.stage.StageAttacher;
import dev.ropewalk.pipeline.stage.StageSettings;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What subscribers to a pipeline get their events from.
 *
 * @param mapper makes elements of events
 */
public record EventSource<E, T>(
        PipelineContext<E> context,
        StageAttacher<E> attacher,
        Shutdown<E> shutdown,
        Function<? super E, ? extends T> mapper) {

    /**
     * Subscribes by a stage, or tells the subscriber why that isn't possible.
     *
     * @param isOnly whether the pipeline ends with the subscriber
     */
    public void subscribe(
            StageSettings<E> settings,
            List<String> after,
            @Nullable Executor executor,
            Flow.Subscriber<? super T> subscriber,
            boolean isOnly) {
        StackRoom.require();
        EventSubscription<E, T> subscription;
        try {
            subscription =
                    new EventSubscription<>(this, settings, after, new FlowExecutor(executor), subscriber, isOnly);
        } catch (RuntimeException | Error why) {
            RefusedSubscription.tell(subscriber, why, context.log()::reportFlow);
            return;
        }
        try {
            subscription.begin();
        } catch (RuntimeException | Error e) {
            subscription.abandon();
            throw e;
        }
    }
}
