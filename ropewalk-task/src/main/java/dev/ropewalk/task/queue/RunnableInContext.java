package dev.ropewalk.task.queue;

import dev.ropewalk.base.CarriedContext;
import dev.ropewalk.base.ContextPart;
import dev.ropewalk.base.ContextScope;
import dev.ropewalk.base.Contexts;
import org.jspecify.annotations.Nullable;

/** A task without a result, run in the context of its submitter. */
record RunnableInContext(Runnable task, @Nullable CarriedContext context, ContextPart executor) implements Runnable {
    @Override
    public void run() {
        ContextScope scope = Contexts.open(context, executor);
        try {
            task.run();
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
