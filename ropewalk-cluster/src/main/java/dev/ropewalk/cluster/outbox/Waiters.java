package dev.ropewalk.cluster.outbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Who waits for messages of a lane. The outbox guards it, and completes the futures that this hands out. */
final class Waiters {
    /** Whom to tell what becomes of a message that isn't in the window, by its number. */
    private final Map<Long, CompletableFuture<Void>> answers = new HashMap<>(0);

    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>(0);

    /** Somebody who waits until all before a number was handled. */
    private record Waiter(long before, CompletableFuture<Void> future) {}

    /** A message of a number isn't in the window. */
    void keep(long number, CompletableFuture<Void> answer) {
        answers.put(number, answer);
    }

    /** Returns whom to tell what becomes of a message; null if nobody wants to know. */
    @Nullable
    CompletableFuture<Void> answer(long number) {
        return answers.get(number);
    }

    /** The window has it. */
    void forget(long number) {
        answers.remove(number);
    }

    /** Returns a future of all messages before a number. */
    CompletableFuture<Void> add(long before) {
        var waiter = new Waiter(before, new CompletableFuture<>());
        waiters.addLast(waiter);
        return waiter.future;
    }

    /** Takes out whose wait is over, since all before a number was handled. */
    List<CompletableFuture<Void>> due(long handled) {
        if (waiters.isEmpty() || waiters.getFirst().before > handled) {
            return List.of();
        }
        List<CompletableFuture<Void>> due = new ArrayList<>();
        while (!waiters.isEmpty() && waiters.getFirst().before <= handled) {
            due.add(waiters.getFirst().future);
            Waiter ignored = waiters.removeFirst();
        }
        return due;
    }

    /** Takes out all. */
    List<CompletableFuture<Void>> end() {
        List<CompletableFuture<Void>> all = new ArrayList<>(answers.values());
        waiters.forEach(waiter -> all.add(waiter.future));
        answers.clear();
        waiters.clear();
        return all;
    }
}
