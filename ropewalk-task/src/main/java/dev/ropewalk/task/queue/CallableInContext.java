package dev.ropewalk.task.queue;

import dev.ropewalk.base.CarriedContext;
import dev.ropewalk.base.ContextPart;
import dev.ropewalk.base.ContextScope;
import dev.ropewalk.base.Contexts;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A task with a result, run in the context of its submitter. */
record CallableInContext<T>(Callable<T> task, @Nullable CarriedContext context, ContextPart executor)
        implements Callable<T> {
    @Override
    public T call() throws Exception {
        ContextScope scope = Contexts.open(context, executor);
        try {
            return task.call();
        } catch (Throwable thrown) {
            scope.failed(thrown);
            throw thrown;
        } finally {
            scope.close();
        }
    }

    @Override
    public String toString() {
        return task.toString();
    }
}
