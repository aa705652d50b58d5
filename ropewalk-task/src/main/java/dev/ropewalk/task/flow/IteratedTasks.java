package dev.ropewalk.task.flow;

import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Tasks that an iterator gives, when they are requested. */
final class IteratedTasks<T> implements TaskSupply<T> {
    private final Iterable<? extends Callable<? extends T>> tasks;
    private final Taker<T> taker;
    private Iterator<? extends Callable<? extends T>> rest = Collections.emptyIterator();
    private boolean hasEnded;

    IteratedTasks(Iterable<? extends Callable<? extends T>> tasks, Taker<T> taker) {
        this.tasks = tasks;
        this.taker = taker;
    }

    @Override
    public void connect() {}

    @Override
    public void start() {
        try {
            rest = tasks.iterator();
            taker.ready();
            endIfNoneIsLeft();
        } catch (Throwable thrown) {
            end(thrown);
        }
    }

    @Override
    public void request(long wanted) {
        try {
            for (long i = 0; i < wanted && !hasEnded && taker.isGoingOn(); i++) {
                taker.take(Objects.requireNonNull(rest.next(), "a task is null"));
                endIfNoneIsLeft();
            }
        } catch (Throwable thrown) {
            end(thrown);
        }
    }

    private void endIfNoneIsLeft() {
        if (!hasEnded && !rest.hasNext()) {
            hasEnded = true;
            taker.end(null);
        }
    }

    private void end(Throwable failure) {
        hasEnded = true;
        taker.end(failure);
    }

    @Override
    public void cancel() {
        hasEnded = true;
    }
}
