package dev.ropewalk.pipeline.stage;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call that never waits, which handlers may make, too. A handler that waits for the answer, or for what depends on it,
 * would wait for itself: that is refused. What waits by other means, such as a latch or {@link CompletableFuture#allOf}, isn't found
 * out.
 */
public final class Answer<T> extends CompletableFuture<T> {
    private final Runnable check;

    /** The answer that this one depends on; null if it depends on none. */
    private final @Nullable Answer<?> origin;

    /**
     * Makes an answer.
     *
     * @param check throws if the calling code may not wait for it
     */
    public Answer(Runnable check) {
        this(check, null);
    }

    private Answer(Runnable check, @Nullable Answer<?> origin) {
        this.check = check;
        this.origin = origin;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Answer<>(check, origin == null ? this : origin);
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        checkMayWait();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (timeout > 0) {
            checkMayWait();
        }
        return super.get(timeout, unit);
    }

    @Override
    public T join() {
        checkMayWait();
        return super.join();
    }

    private void checkMayWait() {
        if (!isDone() && (origin == null || !origin.isDone())) {
            check.run();
        }
    }
}
