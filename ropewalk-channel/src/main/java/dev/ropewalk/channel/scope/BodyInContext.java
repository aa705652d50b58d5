package dev.ropewalk.channel.scope;

import dev.ropewalk.base.CarriedContext;
import dev.ropewalk.base.ContextPart;
import dev.ropewalk.base.ContextScope;
import dev.ropewalk.base.Contexts;
import dev.ropewalk.channel.ProcessBody;
import org.jspecify.annotations.Nullable;

/** The body of a process, run in the context of the thread that has spawned it. */
record BodyInContext<T extends @Nullable Object>(
        ProcessBody<T> body, @Nullable CarriedContext context, ContextPart process) implements ProcessBody<T> {
    @Override
    public T run() throws Exception {
        ContextScope scope = Contexts.open(context, process);
        try {
            return body.run();
        } catch (Throwable thrown) {
            scope.failed(thrown);
            throw thrown;
        } finally {
            scope.close();
        }
    }
}
