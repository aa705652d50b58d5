package dev.ropewalk.flow.end;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.flow.chain.Chain;
import dev.ropewalk.flow.chain.Head;
import dev.ropewalk.flow.chain.Stage;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The end of a flow at a function that takes each element. A future tells of the end, and cancels the flow when somebody else ends it. */
public final class FutureEnd<T, R> extends Stage<T> {
    private final Consumer<? super T> consumer;
    private final Supplier<? extends R> result;
    private final CompletableFuture<R> future = new CompletableFuture<>();
    private final Head head;

    /** Whether the flow has completed, so that it wasn't somebody else who completes the future. */
    private volatile boolean hasCompleted;

    private FutureEnd(Chain<T> chain, Consumer<? super T> consumer, Supplier<? extends R> result) {
        this.consumer = consumer;
        this.result = result;
        this.head = chain.build(this, null);
    }

    /**
     * Lets what a chain brings go to a function.
     *
     * @param result what the future is completed with at the end
     */
    public static <T, R> CompletableFuture<R> open(
            Chain<T> chain, Consumer<? super T> consumer, Supplier<? extends R> result) {
        StackRoom.require();
        FutureEnd<T, R> end;
        try {
            end = new FutureEnd<>(chain, consumer, result);
        } catch (RuntimeException | Error why) {
            return CompletableFuture.failedFuture(why); // the flow can't be made
        }
        CompletableFuture<R> future = end.future;
        var ignored = future.whenComplete((value, thrown) -> {
            if (thrown != null || !end.hasCompleted) {
                end.head.cancel();
            }
        });
        end.head.connect();
        end.head.open();
        return future;
    }

    @Override
    public boolean push(T element) {
        consumer.accept(element);
        return !future.isDone();
    }

    @Override
    public void pause() {
        // A function has nothing to do meanwhile.
    }

    @Override
    public void end(@Nullable Throwable cause) {
        if (future.isDone()) {
            return;
        }
        if (cause == null) {
            R made = result.get();
            hasCompleted = true;
            future.complete(made);
        } else {
            future.completeExceptionally(cause);
        }
    }

    @Override
    public long limit() {
        return UNBOUNDED;
    }
}
