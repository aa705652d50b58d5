package dev.ropewalk.actor;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The mailbox as a {@link BlockingActor} sees it. Only the actor's own thread may receive; all others get an {@link
 * IllegalStateException}.
 *
 * <table>
 * <caption>Forms of receiving</caption>
 * <tr><th>form</th><th>any message</th><th>a chosen one</th></tr>
 * <tr><td>plain, interruptible</td><td>{@code receive()}</td><td>{@code receive(Predicate)}, {@code receive(Class)}</td></tr>
 * <tr><td>timed</td><td>{@code receive(Duration)}</td><td>{@code receive(Predicate, Duration)}, {@code receive(Class, Duration)}</td></tr>
 * <tr><td>try</td><td>{@code tryReceive()}</td><td>a timed form with a zero duration</td></tr>
 * </table>
 *
 * <p>The chosen forms take the oldest message that fits; those passed over stay, in their order. They stay ahead of what
 * comes later, whatever a mailbox with priorities would say, and no longer count against its bound: else the wanted one might
 * find no room behind them. A choice may be asked about the same message several times, and must not receive itself: that is
 * refused with an {@link IllegalStateException}, and nothing is lost.
 *
 * <p>What throws {@link InterruptedException} does so at once if the thread is interrupted, and always once the actor is being
 * stopped. From then on nothing is received any more.
 *
 * @param <M> the type of the messages
 */
public interface Inbox<M> {
    /** Waits for a message. */
    M receive() throws InterruptedException;

    /** Waits for a message for a limited time; empty if none came. */
    Optional<M> receive(Duration timeout) throws InterruptedException;

    /** Waits for a message that fits. */
    M receive(Predicate<? super M> wanted) throws InterruptedException;

    /** Waits for a message that fits, for a limited time; empty if none came. */
    Optional<M> receive(Predicate<? super M> wanted, Duration timeout) throws InterruptedException;

    /** Waits for a message of a type. */
    default <T extends M> T receive(Class<T> type) throws InterruptedException {
        Objects.requireNonNull(type, "type");
        return type.cast(receive(type::isInstance));
    }

    /** Waits for a message of a type, for a limited time; empty if none came. */
    default <T extends M> Optional<T> receive(Class<T> type, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(type, "type");
        return receive(type::isInstance, timeout).map(type::cast);
    }

    /** Takes a message if one is there. */
    Optional<M> tryReceive();

    /** Returns how many messages wait, those passed over included; a guess while some are being sent. Any thread may ask. */
    int size();

    /**
     * Returns the actor's context. A blocking actor has no behaviour to change: its timers and watches with a message work,
     * while stashing and becoming are refused with {@link UnsupportedOperationException}.
     */
    ActorContext<M> context();

    /** Returns the actor's own ref. */
    default ActorRef<M> self() {
        return context().self();
    }
}
