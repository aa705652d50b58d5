package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.actor.SendInterruptedException;
import dev.ropewalk.actor.mailbox.Asked;
import dev.ropewalk.actor.mailbox.Carried;
import dev.ropewalk.actor.mailbox.Followed;
import dev.ropewalk.actor.mailbox.MailboxOwner;
import dev.ropewalk.actor.mailbox.MessageQueue;
import dev.ropewalk.actor.mailbox.Tracked;
import dev.ropewalk.base.CarriedContext;
import dev.ropewalk.base.Contexts;
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
        Object sent = withContext(message);
        MessageQueue<M> queue = queue();
        if (queue == null) {
            deliver(sent);
        } else {
            queue.tell(sent);
        }
    }

    @Override
    public boolean tryTell(M message) {
        Objects.requireNonNull(message, "message");
        if (isStopped()) {
            return false;
        }
        return tryTellSent(withContext(message));
    }

    private boolean tryTellSent(Object sent) {
        MessageQueue<M> queue = queue();
        return queue == null ? tryDeliver(sent) : queue.tryTell(sent);
    }

    @Override
    public boolean tell(M message, Duration timeout) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(timeout, "timeout");
        if (isStopped()) {
            return false;
        }
        Object sent = withContext(message);
        MessageQueue<M> queue = queue();
        return queue == null ? tryDeliver(sent) : queue.tell(sent, timeout);
    }

    /** Sends a message as {@link #ask(Question)} does a question: an actor is suspended until there is room, and a thread waits at most so long. Returns whether it is sent. */
    public final boolean tellWithin(M message, Duration timeout) {
        if (isStopped()) {
            return false;
        }
        Object sent = withContext(message);
        MessageQueue<M> queue = queue();
        return queue == null ? tryDeliver(sent) : queue.tellWithin(sent, timeout);
    }

    @Override
    public CompletableFuture<Void> tellAsync(M message) {
        Objects.requireNonNull(message, "message");
        return sendAsync(withContext(message));
    }

    /** Sends what has its context already. */
    final CompletableFuture<Void> sendAsync(Object sent) {
        MessageQueue<M> queue = queue();
        if (queue != null) {
            return queue.tellAsync(sent);
        }
        deliver(sent);
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Sends a message as {@link #tellAsync} does.
     *
     * @return completes when the actor takes the message up, exceptionally if it never will
     * @throws MailboxFullException if the mailbox refuses it so
     */
    public CompletableFuture<?> tellFollowed(M message) {
        Objects.requireNonNull(message, "message");
        var taken = new CompletableFuture<Void>();
        sendFollowed(new Followed(withContext(message), taken));
        return taken;
    }

    /**
     * Sends a question as {@link #tellFollowed} does.
     *
     * @param answer fails with what the actor throws while it handles the question, or if it never will
     */
    public CompletableFuture<?> askFollowed(M question, CompletableFuture<?> answer) {
        Objects.requireNonNull(question, "question");
        var taken = new CompletableFuture<Void>();
        var ignored = answer.whenComplete((result, failure) -> {
            if (failure != null) {
                taken.completeExceptionally(failure);
            }
        });
        sendFollowed(new Followed(withContext(question), taken, answer));
        return taken;
    }

    private void sendFollowed(Followed message) {
        CompletableFuture<Void> sent = sendAsync(message);
        if (sent.isCompletedExceptionally()) {
            throw (MailboxFullException) sent.exceptionNow();
        }
    }

    /** Sends a message that has its context already, as {@link #tell} does. */
    public final void tellTracked(Tracked sent) {
        MessageQueue<M> queue = queue();
        if (queue == null) {
            deliver(sent);
        } else {
            queue.tell(sent);
        }
    }

    /** Sends a message that has its context already, as {@link #tryTell} does. */
    public final boolean tryTellTracked(Tracked sent) {
        return !isStopped() && tryTellSent(sent);
    }

    /** Sends a message that has its context already, as {@link #tellAsync} does. One that the mailbox refuses is dropped. */
    public final void tellTrackedAsync(Tracked sent) {
        try {
            CompletableFuture<Void> end = sendAsync(sent);
            if (end.isCompletedExceptionally()) {
                sent.dropped(end.exceptionNow());
            }
        } catch (MailboxFullException full) {
            sent.dropped(full);
        }
    }

    @Override
    public <R> CompletableFuture<R> ask(Function<? super ActorRef<R>, ? extends M> message, Duration timeout) {
        return ask(Question.of(system(), path(), message, timeout));
    }

    /** Sends a question, which is a message of this actor's type. */
    public final <R> CompletableFuture<R> ask(Question<R> question) {
        return question.answerWithin(ask(question.asked, question.timeout()));
    }

    /** Sends a question as {@link #ask(Question)} does, but it waits for room by itself, as with {@link #tellAsync}. */
    public final <R> CompletableFuture<R> askInLine(Question<R> question) {
        CompletableFuture<Void> sent = sendAsync(withContext(question.asked));
        if (sent.isCompletedExceptionally()) {
            question.fail(sent.exceptionNow());
        }
        return question.answerWithin(question.timeout());
    }

    /** Sends a question, waiting for room at most so long where {@code tell} would wait; returns what is left of the time. */
    public Duration ask(Asked question, Duration timeout) {
        Asked sent = withContext(question);
        MessageQueue<M> queue = queue();
        if (queue == null) {
            deliver(sent);
            return timeout;
        }
        long begin = system().scheduler().nanoTime();
        queue.ask(sent, timeout);
        return timeout.minusNanos(system().scheduler().nanoTime() - begin);
    }

    /** Sends a message whose sender waits for an answer, for any time. */
    public final void sendAsked(Object message, CompletableFuture<?> answer) {
        var asked = new Asked(withContext(message), answer);
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

    /** Puts the context of the calling thread around a message, if contexts are carried and there is one. */
    public final Object withContext(Object message) {
        return Contexts.areCarried() && takesContext() ? Carried.of(message, captureFor(message)) : message;
    }

    private Asked withContext(Asked question) {
        return Contexts.areCarried() ? new Asked(withContext(question.message), question.answer) : question;
    }

    /** Captures the context of the calling thread for a message to this actor; null if there is none to carry. */
    final @Nullable CarriedContext captureFor(Object message) {
        return Contexts.areCarried() ? Contexts.capture(this, Asked.original(message)) : null;
    }

    /** Returns whether messages come here with their contexts, and aren't handed on to another actor that takes them. */
    protected boolean takesContext() {
        return true;
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
