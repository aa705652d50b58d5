package dev.ropewalk.journal.files;

import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.scheduler.park.FutureWaits;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A loop of the journal's own in one of the {@linkplain FileThreads threads for files}. Thread-safe. */
public final class FileLoop {
    private final String name;
    private final Thread thread;

    /** Completed at the end in a simulation, where a wait for a thread must be one for its scheduler. */
    private final @Nullable CompletableFuture<Void> ended;

    /** Makes one that isn't started yet. */
    public FileLoop(String name, Runnable body) {
        this.name = name;
        this.ended = Steps.simulatedScheduler() == null ? null : new CompletableFuture<>();
        this.thread = FileThreads.newThread(name, ended == null ? body : () -> run(body, ended));
    }

    private static void run(Runnable body, CompletableFuture<Void> ended) {
        try {
            body.run();
        } finally {
            ended.complete(null);
        }
    }

    public void start() {
        thread.start();
    }

    /** Lets its thread go on, or its next park return at once. */
    public void wake() {
        Parking.unpark(thread);
    }

    /** Returns whether the calling thread is its own. */
    public boolean isCaller() {
        return Thread.currentThread().equals(thread);
    }

    /** Waits until it has ended, whether or not the caller is interrupted. */
    public void awaitEnd() {
        if (ended == null) {
            Uninterruptibly.join(thread);
        } else {
            var waits = new FutureWaits(ended);
            Uninterruptibly.await(() -> waits.await("the end of " + name, Parking.FOREVER));
        }
    }
}
