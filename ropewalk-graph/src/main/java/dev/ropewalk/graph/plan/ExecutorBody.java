package dev.ropewalk.graph.plan;

import dev.ropewalk.graph.ActionBody;
import dev.ropewalk.graph.ActionContext;
import dev.ropewalk.graph.AsyncActionBody;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** A body that runs in an executor of the user's. Its action awaits it like any stage, and interrupts it by cancelling that. */
record ExecutorBody<T extends @Nullable Object>(ActionBody<T> body, Executor executor) implements AsyncActionBody<T> {
    @Override
    public CompletionStage<T> begin(ActionContext context) {
        var result = new CompletableFuture<T>();
        var task = new FutureTask<T>(() -> body.run(context)) {
            @Override
            protected void done() {
                try {
                    boolean ignored = result.complete(get());
                } catch (ExecutionException e) {
                    boolean ignored = result.completeExceptionally(e.getCause() == null ? e : e.getCause());
                } catch (InterruptedException | CancellationException e) {
                    boolean ignored = result.completeExceptionally(e);
                }
            }
        };
        var ignored = result.whenComplete((value, error) -> {
            if (result.isCancelled()) {
                boolean _ = task.cancel(true);
            }
        });
        executor.execute(task);
        return result;
    }
}
