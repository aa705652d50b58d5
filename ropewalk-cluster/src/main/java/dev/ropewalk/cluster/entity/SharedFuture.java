package dev.ropewalk.cluster.entity;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A future that is given to all who ask for it, however often: one each would be kept by its origin until that completes. Nobody who has it can complete it for the others; what gives it a timeout does so to a copy.
 *
 * @param <T> the type of the result
 */
public final class SharedFuture<T> extends CompletableFuture<T> {
    private SharedFuture() {}

    /**
     * Returns one that completes as another does.
     *
     * @param aside completes it, since what depends on it is code of users
     */
    public static <T> CompletableFuture<T> of(CompletableFuture<T> origin, Executor aside) {
        var shared = new SharedFuture<T>();
        var ignored = origin.whenComplete((value, failure) -> shared.follow(value, failure, aside));
        return shared;
    }

    /** Completes aside, or in the thread of the origin if nobody can do that: it must complete. */
    private void follow(T value, @Nullable Throwable failure, Executor aside) {
        try {
            aside.execute(() -> end(value, failure));
        } catch (Throwable refused) {
            end(value, failure);
        }
    }

    private void end(T value, @Nullable Throwable failure) {
        boolean ignored = failure == null ? super.complete(value) : super.completeExceptionally(failure);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }

    // What users can't do to others

    @Override
    public boolean complete(T value) {
        return false;
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
        return false;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return false;
    }

    @Override
    public void obtrudeValue(T value) {
        throw refusal();
    }

    @Override
    public void obtrudeException(Throwable failure) {
        throw refusal();
    }

    private static UnsupportedOperationException refusal() {
        return new UnsupportedOperationException("this future is others', too: use a copy() of it");
    }

    // What they do to a copy

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        return copy().completeAsync(supplier, executor);
    }

    @Override
    public CompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
        return copy().orTimeout(timeout, unit);
    }

    @Override
    public CompletableFuture<T> completeOnTimeout(T value, long timeout, TimeUnit unit) {
        return copy().completeOnTimeout(value, timeout, unit);
    }
}
