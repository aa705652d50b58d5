package dev.ropewalk.actor.testkit;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What a probe was sent and nobody has taken. Written by the probe's actor, read by the test's thread.
 *
 * @param <M> the type of the messages
 */
final class Recording<M> {
    private final ConcurrentLinkedQueue<M> messages = new ConcurrentLinkedQueue<>();
    private final Waiter waiter;
    private volatile Consumer<? super M> reaction = message -> {};

    Recording(Scheduler scheduler) {
        this.waiter = new Waiter(scheduler);
    }

    void add(M message) {
        messages.add(message);
        waiter.wake();
        reaction.accept(message);
    }

    void react(Consumer<? super M> what) {
        reaction = what;
    }

    /** Takes so many messages, or as many as come in time. */
    List<M> take(int count, Duration timeout) {
        List<M> taken = new ArrayList<>();
        await(() -> takeUpTo(count, taken), timeout);
        return taken;
    }

    private boolean takeUpTo(int count, List<M> taken) {
        while (taken.size() < count) {
            M message = messages.poll();
            if (message == null) {
                return false;
            }
            taken.add(message);
        }
        return true;
    }

    /** Waits until a condition holds, which is looked at when a message comes and at each {@link #wake}. */
    boolean await(BooleanSupplier condition, Duration timeout) {
        return waiter.await(condition, timeout);
    }

    void wake() {
        waiter.wake();
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    List<M> leftovers() {
        return List.copyOf(messages);
    }
}
