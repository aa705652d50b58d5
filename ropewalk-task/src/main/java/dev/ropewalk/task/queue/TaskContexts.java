package dev.ropewalk.task.queue;

import dev.ropewalk.base.ContextKind;
import dev.ropewalk.base.ContextPart;
import dev.ropewalk.base.Contexts;
import java.util.concurrent.Callable;

/**
 * The contexts of submitters around the tasks of one executor. Nothing is put around them where contexts aren't carried.
 *
 * @param contextName the name of the executor
 */
public record TaskContexts(String contextName) implements ContextPart {
    @Override
    public ContextKind contextKind() {
        return ContextKind.EXECUTOR;
    }

    /** Returns what runs a {@link Runnable} or {@link Callable}, of the same kind, in the context of the calling thread. */
    public Object around(Object body) {
        if (!Contexts.areCarried()) {
            return body;
        }
        return body instanceof Callable<?> callable
                ? new CallableInContext<>(callable, Contexts.capture(this, body), this)
                : around((Runnable) body);
    }

    /** Returns what stands for a plain task in the queue. */
    public Runnable plain(Runnable task) {
        if (Contexts.areCarried()) {
            return new HandedTask(task, around(task));
        }
        return task instanceof TaskFuture<?> ? new HandedTask(task, task) : task;
    }

    private Runnable around(Runnable task) {
        return new RunnableInContext(task, Contexts.capture(this, task), this);
    }

    /** Returns a task as its user knows it. */
    static Object known(Object task) {
        return switch (task) {
            case HandedTask handed -> handed.task();
            case RunnableInContext inContext -> inContext.task();
            case CallableInContext<?> inContext -> inContext.task();
            default -> task;
        };
    }
}
