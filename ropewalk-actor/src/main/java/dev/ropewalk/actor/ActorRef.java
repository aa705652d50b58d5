package dev.ropewalk.actor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The address of an actor, and the only way to reach it. Any thread may use it, and it stays valid when the actor restarts
 * or stops: messages to a stopped actor become {@linkplain DeadLetter dead letters}, but for messages that are dead letters
 * themselves, which vanish.
 *
 * <p>Messages from one sender to one actor arrive in the order in which they were sent. What the sender did before {@code
 * tell} happens-before the message is handled.
 *
 * <p>Sending waits only when the mailbox is {@linkplain Mailbox#bounded bounded} with {@link OverflowPolicy#BLOCK} and full:
 *
 * <table>
 * <caption>Forms of sending, and what they do when a blocking mailbox is full</caption>
 * <tr><th>form</th><th>from a thread, platform or virtual</th><th>from an actor</th></tr>
 * <tr><td>{@code tell(m)}, interruptible</td><td>waits</td><td>returns; the message waits, and after the current message the
 * sender is suspended until it is in. The sender's mailbox accepts meanwhile.</td></tr>
 * <tr><td>{@code tryTell(m)}</td><td>false</td><td>false</td></tr>
 * <tr><td>{@code tell(m, timeout)}</td><td>waits so long, then false</td><td>false at once: an actor can't wait</td></tr>
 * <tr><td>{@code tellAsync(m)}</td><td>returns a future</td><td>the same; the sender isn't suspended</td></tr>
 * <tr><td>{@code ask(f, timeout)}, interruptible</td><td>waits, at most for the timeout; the future says how it
 * ended</td><td>as {@code tell}</td></tr>
 * </table>
 *
 * <p>Those that wait are let in one after another, in the order in which they came, and no other message overtakes them. When the actor
 * stops they wait no longer, and their messages become dead letters, but those of timed waits: they are given back. With the
 * other policies no form ever waits. Two refs are equal if they address the same actor.
 *
 * @param <M> the type of the messages that the actor understands
 */
public interface ActorRef<M> {
    /**
     * Sends a message.
     *
     * @throws MailboxFullException if the mailbox is full and its policy is {@link OverflowPolicy#FAIL}
     * @throws SendInterruptedException if the thread was interrupted while it waited for room; the interrupt status stays set,
     *     and the message was not sent
     */
    void tell(M message);

    /**
     * Sends a message if the actor is alive, its mailbox has room and its scheduler accepts work; never waits and drops nothing.
     * A {@linkplain ActorSystem#spawnBlocking blocking} actor has a thread of its own: it takes and handles messages also while
     * its scheduler closes.
     *
     * @return whether it was sent
     */
    boolean tryTell(M message);

    /**
     * Sends a message, waiting for room at most so long. If it returns false nothing was sent, and nothing becomes a dead
     * letter.
     *
     * @throws SendInterruptedException if the thread was interrupted while it waited; the interrupt status stays set
     */
    boolean tell(M message, Duration timeout);

    /** Sends a message as soon as there is room; the future completes when it is in the mailbox, or can't get there any more. */
    CompletableFuture<Void> tellAsync(M message);

    /**
     * Sends a message that carries a ref for the answer.
     *
     * <p>The future completes with the first answer. It completes exceptionally with {@link AskTimeoutException} when the time
     * is up, and at once with {@link ActorStoppedException} if the message turns out to be a dead letter or the system is
     * closed, with {@link MailboxFullException} if it was not accepted, and with what the actor threw while it handled the
     * message. An actor that passes the message on to another has handled it: what becomes of it there fails no question, since others
     * may still answer. Who knows better answers the {@link DeadLetter}, which has the message.
     * Callbacks of an answer run in the code of the actor that answers, and hold it up; all others run in a virtual
     * thread. Inside an actor use {@link ActorContext#ask}, which brings the answer back as a message.
     *
     * @param message makes the message, given the ref to answer to
     * @param timeout above zero
     * @param <R> the type of the answer
     */
    <R> CompletableFuture<R> ask(Function<? super ActorRef<R>, ? extends M> message, Duration timeout);

    /** Returns the path from the system's name down to this actor, such as {@code /bank/accounts/17}. */
    String path();

    /** Returns this ref for a sender that only has messages of a narrower type. */
    @SuppressWarnings("unchecked") // an actor that takes all M takes all T
    default <T extends M> ActorRef<T> narrow() {
        return (ActorRef<T>) this;
    }
}
