package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A bounded intake for whose room senders wait, without blocking a worker: a thread is parked, an actor is suspended after its
 * current message, and {@code tellAsync} leaves a future behind.
 *
 * <p>What waits for an actor that stops is let in, whatever the capacity, and becomes a dead letter; a timed wait is over, and
 * the message isn't sent.
 */
final class WaitingIntake<M> extends Intake<M> {
    private final ConcurrentLinkedQueue<Object> queue = new ConcurrentLinkedQueue<>();
    private final ActorSystem system;
    private final Scheduler scheduler;
    private final Room room;

    WaitingIntake(Cell<M> cell, Mailbox<? super M> mailbox) {
        super(cell, mailbox);
        this.system = cell.system();
        this.scheduler = system.scheduler();
        this.room = new Room(mailbox.capacity(), this::put);
    }

    private void put(Object sent) {
        queue.add(sent);
        announce();
    }

    @Override
    boolean trySend(Object sent) {
        boolean free = room.tryEnter();
        if (free) {
            put(sent);
        }
        return free;
    }

    @Override
    void send(Object sent) {
        if (trySend(sent)) {
            return;
        }
        Cell<?> sender = system.currentCell();
        if (sender != null && !sender.waitsInThread()) {
            sender.waitForRoom();
            join(new WaitingActor(sent, sender, cell));
        } else {
            var thread = WaitingThread.forEver(sent, sender, cell);
            join(thread);
            thread.await(room);
        }
    }

    @Override
    boolean send(Object sent, Duration timeout) {
        if (trySend(sent)) {
            return true;
        }
        Cell<?> sender = system.currentCell();
        if (!timeout.isPositive() || (sender != null && !sender.waitsInThread())) {
            return false;
        }
        var thread = WaitingThread.atMost(Nanos.of(timeout), sent, cell);
        room.join(thread);
        return thread.await(room);
    }

    @Override
    CompletableFuture<Void> sendAsync(Object sent) {
        if (trySend(sent)) {
            return CompletableFuture.completedFuture(null);
        }
        var waiter = new WaitingFuture(sent, scheduler);
        room.join(waiter);
        return waiter.future;
    }

    @Override
    void sendAsked(Asked asked, Duration timeout) {
        Cell<?> sender = system.currentCell();
        if (sender != null && !sender.waitsInThread()) {
            send(asked);
            return;
        }
        try {
            if (!send(asked, timeout)) {
                asked.answer.completeExceptionally(new AskTimeoutException(
                        "the mailbox of " + cell.path() + " had no room for a question within " + timeout));
            }
        } catch (MailboxFullException interrupted) {
            asked.answer.completeExceptionally(interrupted);
        }
    }

    /** Joins the line; if that closes a cycle, opens it again. */
    private void join(Waiter waiter) {
        room.join(waiter);
        Cell<?> sender = waiter.sender;
        if (sender == null || !waiter.isWaiting()) {
            return;
        }
        List<Cell<?>> wayBack =
                WaitGraph.path(cell, sender, node -> node.system().waits());
        if (wayBack.isEmpty()) {
            return;
        }
        room.press(waiter);
        List<Cell<?>> cycle = new ArrayList<>(wayBack);
        cycle.addFirst(cycle.removeLast());
        system.cycles().add(cycle);
    }

    @Override
    @Nullable
    Object takeOrdinary() {
        Object sent = queue.poll();
        if (sent != null) {
            room.leave();
        }
        return sent;
    }

    @Override
    boolean hasWaiters() {
        return room.hasWaiters();
    }

    @Override
    void closing() {
        room.open();
    }
}
