package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.actor.SendInterruptedException;
import dev.ropewalk.actor.mailbox.Asked;
import dev.ropewalk.actor.mailbox.Intake;
import dev.ropewalk.actor.mailbox.MailboxOwner;
import dev.ropewalk.scheduler.Placement;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An actor as its ref: the forms of sending. With the default mailbox a message goes straight to where the actor takes it from,
 * with any other through the {@link Intake}.
 *
 * @param <M> the type of the messages
 */
public abstract class Addressee<M> extends MailboxOwner<M> {
    /** Null until something rare is needed. */
    @Nullable
    ColdState<M> cold;

    Addressee(CellSystem system, @Nullable Cell<?> parent, Placement placement) {
        super(system, parent, placement);
    }

    @Override
    public void tell(M message) {
        Objects.requireNonNull(message, "message");
        Intake<M> intake = intake();
        if (intake == null) {
            deliver(message);
        } else {
            intake.tell(message);
        }
    }

    @Override
    public boolean tryTell(M message) {
        Objects.requireNonNull(message, "message");
        if (isStopped()) {
            return false;
        }
        Intake<M> intake = intake();
        if (intake != null) {
            return intake.tryTell(message);
        }
        return tryDeliver(message);
    }

    @Override
    public boolean tell(M message, Duration timeout) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(timeout, "timeout");
        Intake<M> intake = intake();
        return (intake == null || isStopped()) ? tryTell(message) : intake.tell(message, timeout);
    }

    @Override
    public CompletableFuture<Void> tellAsync(M message) {
        Objects.requireNonNull(message, "message");
        Intake<M> intake = intake();
        if (intake != null) {
            return intake.tellAsync(message);
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
        Intake<M> intake = intake();
        if (intake == null) {
            deliver(question);
            return timeout;
        }
        long begin = system().scheduler().nanoTime();
        intake.ask(question, timeout);
        return timeout.minusNanos(system().scheduler().nanoTime() - begin);
    }

    /** Sends a message whose sender waits for an answer, for any time. */
    public final void sendAsked(Object message, CompletableFuture<?> answer) {
        var asked = new Asked(message, answer);
        Intake<M> intake = intake();
        if (intake == null) {
            deliver(asked);
            return;
        }
        try {
            intake.tell(asked);
        } catch (MailboxFullException | SendInterruptedException e) {
            answer.completeExceptionally(e);
        }
    }

    /** Counts a message that was dropped because the mailbox is full. */
    public final void noteDrop() {
        Intake<M> intake = intake();
        if (intake != null && !is(STOPPING | STOPPED)) {
            intake.noteDrop();
        }
    }

    protected final @Nullable Intake<M> intake() {
        ColdState<M> c = cold;
        return c == null ? null : c.intake;
    }

    /** Does so unless the scheduler takes nothing any more. */
    boolean tryDeliver(Object message) {
        deliver(message);
        return true;
    }

    @Override
    public abstract CellSystem system();
}
