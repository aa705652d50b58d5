package dev.ropewalk.lab.house.street;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/** Takes what it needs from the JDK by itself, in all ways that the rule must see. */
public class Shortcut {
    final LongSupplier clock = System::nanoTime;

    void pause() throws InterruptedException {
        Thread.sleep(1);
    }

    Thread start(Runnable task) {
        return new Thread(task);
    }

    CompletionStage<Void> elsewhere(CompletableFuture<String> future) {
        return future.thenAcceptAsync(text -> {});
    }

    CompletionStage<Void> inPlace(CompletableFuture<String> future) {
        return future.thenAcceptAsync(text -> {}, Runnable::run);
    }
}
