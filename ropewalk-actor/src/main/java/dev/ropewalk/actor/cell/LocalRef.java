package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.actor.SendInterruptedException;
import dev.ropewalk.actor.mailbox.Asked;
import dev.ropewalk.actor.mailbox.MailboxOwner;
import dev.ropewalk.actor.mailbox.MessageQueue;
import dev.ropewalk.scheduler.Placement;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An actor as its ref: the forms of sending. With the default mailbox a message goes straight to where the actor takes it from,
 * with any other through the {@link MessageQueue}.
 *
 * @param <M> the type of the messages
 */
public abstract class LocalRef<M> extends MailboxOwner<M> {
    /** Null until something rare is needed. */
    @Nullable
    ColdState<M> cold;

    LocalRef(CellSystem system, @Nullable Cell<?> parent, Placement placement) {
        super(system, parent, placement);
    }

    @Override
    public void tell(M message) {
        Objects.requireNonNull(message, "message");
        MessageQueue<M> queue = queue();
        if (queue == null) {
            deliver(message);
        } else {
            queue.tell(message);
        }
    }

    @Override
    public boolean tryTell(M message) {
        Objects.requireNonNull(message, "message");
        if (isStopped()) {
            return false;
        }
        MessageQueue<M> queue = queue();
        if (queue != null) {
            return queue.tryTell(message);
        }
        return tryDeliver(message);
    }

    @Override
    public boolean tell(M message, Duration timeout) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(timeout, "timeout");
        MessageQueue<M> queue = queue();
        return (queue == null || isStopped()) ? tryTell(message) : queue.tell(message, timeout);
    }

    @Override
    public CompletableFuture<Void> tellAsync(M message) {
        Objects.requireNonNull(message, "message");
        MessageQueue<M> queue = queue();
        if (queue != null) {
            return queue.tellAsync(message);
        }
        deliver(message);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public <R> CompletableFuture<R> ask(Function<? super ActorRef<R>, ? extends M> message, Duration timeout) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(timeout, "timeout");
        if (!timeout.isPositive()) {
            throw new IllegalArgumentException("timeout must be above zero, but is " + timeout);
        }
        var reply = new AskRef<R>(system(), path());
        M question = Objects.requireNonNull(message.apply(reply), "the question is null");
        Duration left = ask(new Asked(question, reply.answer), timeout);
        if (!reply.answer.isDone()) {
            reply.expireIn(left);
        }
        return reply.answer;
    }

    /** Sends a question, waiting for room at most so long where {@code tell} would wait; returns what is left of the time. */
    public Duration ask(Asked question, Duration timeout) {
        MessageQueue<M> queue = queue();
        if (queue == null) {
            deliver(question);
            return timeout;
        }
        long begin = system().scheduler().nanoTime();
        queue.ask(question, timeout);
        return timeout.minusNanos(system().scheduler().nanoTime() - begin);
    }

    /** Sends a message whose sender waits for an answer, for any time. */
    public final void sendAsked(Object message, CompletableFuture<?> answer) {
        var asked = new Asked(message, answer);
        MessageQueue<M> queue = queue();
        if (queue == null) {
            deliver(asked);
            return;
        }
        try {
            queue.tell(asked);
        } catch (MailboxFullException | SendInterruptedException e) {
            answer.completeExceptionally(e);
        }
    }

    /** Counts a message that was dropped because the mailbox is full. */
    public final void noteDrop() {
        MessageQueue<M> queue = queue();
        if (queue != null && !is(STOPPING | STOPPED)) {
            queue.noteDrop();
        }
    }

    protected final @Nullable MessageQueue<M> queue() {
        ColdState<M> c = cold;
        return c == null ? null : c.queue;
    }

    /** Does so unless the scheduler takes nothing any more. */
    boolean tryDeliver(Object message) {
        deliver(message);
        return true;
    }

    @Override
    public abstract CellSystem system();
}
