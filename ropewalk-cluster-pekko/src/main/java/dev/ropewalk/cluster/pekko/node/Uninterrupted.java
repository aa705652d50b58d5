package dev.ropewalk.cluster.pekko.node;

import dev.ropewalk.base.Uninterruptibly;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Gets what an interrupt would have fail halfway, in a thread that nobody interrupts. */
final class Uninterrupted {
    private Uninterrupted() {}

    /**
     * Returns what a supplier returns, and throws what it throws. An interrupt of the calling thread, before or meanwhile, is kept for what comes next.
     *
     * @param name of the thread that the supplier runs on
     */
    static <T> T get(String name, Supplier<T> supplier) {
        var task = new FutureTask<T>(supplier::get);
        Uninterruptibly.join(Thread.ofPlatform().daemon().name(name).start(task));
        if (task.state() == Future.State.SUCCESS) {
            return task.resultNow();
        }
        switch (task.exceptionNow()) {
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            case Throwable checked -> throw new IllegalStateException(checked);
        }
    }
}
