package dev.ropewalk.channel;

import dev.ropewalk.base.BriefLock;
import dev.ropewalk.testing.Await;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;

/** What a party of a test has begun. */
public final class Operation<R> {
    private final CompletableFuture<R> outcome = new CompletableFuture<>();
    private final CompletableFuture<Boolean> leftInterrupted = new CompletableFuture<>();
    private final Runnable giveUp;

    /** What this runs in; the current thread, if it isn't in a thread. */
    private Thread thread = Thread.currentThread();

    private Operation(Function<Operation<R>, Runnable> begin) {
        this.giveUp = begin.apply(this);
    }

    static <R> Operation<R> inThread(ThreadFactory factory, Callable<R> call) {
        return new Operation<>(operation -> {
            Thread thread = factory.newThread(() -> operation.run(call));
            operation.thread = thread;
            thread.start();
            return thread::interrupt;
        });
    }

    private void run(Callable<R> call) {
        try {
            outcome.complete(call.call());
        } catch (Throwable thrown) {
            outcome.completeExceptionally(thrown);
        } finally {
            leftInterrupted.complete(Thread.currentThread().isInterrupted());
        }
    }

    static <R> Operation<R> asCallback(Function<Consumer<R>, PendingOperation> begin) {
        return new Operation<>(operation -> {
            PendingOperation pending = begin.apply(operation.outcome::complete);
            return () -> {
                if (pending.cancel()) {
                    operation.outcome.cancel(false);
                }
            };
        });
    }

    /** Interrupts the thread, or cancels the callback; it is too late for that if the outcome was decided. */
    public void giveUp() {
        giveUp.run();
    }

    boolean isDone() {
        return outcome.isDone();
    }

    /** Waits for the outcome; throws what the operation has thrown. */
    public R outcome() throws Exception {
        Await.until("the outcome of an operation", outcome::isDone);
        Throwable thrown = outcome.handle((value, failure) -> failure).join();
        if (thrown instanceof Exception exception) {
            throw exception;
        }
        return outcome.join();
    }

    boolean isInterrupted() {
        return thread.isInterrupted();
    }

    /** Returns whether the thread tries to take a lock that another holds. */
    boolean isContending() {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(BriefLock.class.getName()));
    }

    Thread.State state() {
        return thread.getState();
    }

    /** Returns whether the thread ended with its interrupt flag set. */
    boolean leftInterrupted() {
        Await.until("the end of a thread", leftInterrupted::isDone);
        return leftInterrupted.join();
    }
}
