package dev.ropewalk.pekko;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.pekko.across.AskingAdapter;
import dev.ropewalk.pekko.across.PekkoAsk;
import dev.ropewalk.pekko.across.TellingAdapter;
import dev.ropewalk.pekko.across.ToPekko;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.apache.pekko.actor.Props;

/**
 * Lets actors of Ropewalk and of Apache Pekko talk in one JVM. Immutable; any thread may use it, and none waits.
 *
 * {@snippet class="dev.ropewalk.pekko.snippets.PekkoSnippets" region="bridge" :
 * PekkoBridge bridge = PekkoBridge.between(bank, pekko);
 * ActorRef<Order> shop = bridge.toPekko("shop", shopOfPekko); // ours: tells the actor of Pekko
 * var account = bridge.toRopewalk("account", Command.class, accountOfOurs); // Pekko's: tells ours
 * var balance = bridge.asking( // Pekko's: asks ours, and answers its sender
 *         "balance",
 *         Show.class,
 *         accountOfOurs,
 *         (Show show, ActorRef<Long> replyTo) -> new Balance(replyTo),
 *         timeout);
 * }
 *
 * <p>An adapter is an actor of the sender's kind. So messages from one sender arrive in order, and the adapter can be watched and
 * stopped like any actor. It stops when the other side's actor has, or the other side's system; what is sent to it then is a dead letter of its own
 * system. What it has passed on when the other side's actor stops is a dead letter there.
 *
 * <p>A message is passed on as it is. It may bring a ref of either library, which any code may tell.
 */
public final class PekkoBridge {
    private final ActorSystem ropewalk;
    private final org.apache.pekko.actor.ActorSystem pekko;

    private PekkoBridge(ActorSystem ropewalk, org.apache.pekko.actor.ActorSystem pekko) {
        this.ropewalk = ropewalk;
        this.pekko = pekko;
    }

    /**
     * Returns the bridge between two systems. It needn't be closed; adapters end with their systems.
     *
     * @throws IllegalStateException if Apache Pekko isn't on the class path
     */
    public static PekkoBridge between(ActorSystem ropewalk, org.apache.pekko.actor.ActorSystem pekko) {
        try {
            Class.forName("org.apache.pekko.actor.ActorRef", false, PekkoBridge.class.getClassLoader());
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException(
                    "Apache Pekko is missing: add org.apache.pekko:pekko-actor_3 or pekko-actor_2.13 to the program",
                    missing);
        }
        return new PekkoBridge(Objects.requireNonNull(ropewalk, "ropewalk"), Objects.requireNonNull(pekko, "pekko"));
    }

    /**
     * Spawns an actor of Ropewalk that passes its messages on to one of Pekko, without a sender: what that answers to its sender is a
     * dead letter. For answers the message brings a ref, as with {@link ActorRef#ask}:
     *
     * {@snippet class="dev.ropewalk.pekko.snippets.PekkoSnippets" region="ask" :
     * CompletableFuture<Integer> stock = shop.ask(replyTo -> new Stock("tea", replyTo), timeout);
     * }
     *
     * <p>Such a question fails when the time is up, and at once if the adapter has stopped. A failure of Pekko's actor doesn't come back. For actors that
     * answer their sender see {@link #ask}.
     *
     * <p>A mailbox of Pekko with a bound and a push timeout makes the adapter's worker wait: give it a timeout of zero.
     *
     * @param name of the adapter, which is at the top of its system
     * @throws IllegalArgumentException if a living actor at the top has the name
     * @throws IllegalStateException if one of the systems is closed
     */
    public <M> ActorRef<M> toPekko(String name, org.apache.pekko.actor.ActorRef target) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(target, "target");
        return ropewalk.spawn(ActorOptions.defaults().name(name), context -> new ToPekko<>(context, target, pekko));
    }

    /**
     * Makes an actor of Pekko that passes messages of one class on to an actor of Ropewalk; all others are unhandled. For answers the
     * message brings a ref, of either library.
     *
     * <p>It never waits: a message for which a mailbox with {@link dev.ropewalk.actor.OverflowPolicy#BLOCK} has no room is sent as by {@link
     * ActorRef#tellAsync}, and one that can't be sent is a dead letter of Pekko.
     *
     * @param name of the adapter, at the top of its system
     * @throws org.apache.pekko.actor.InvalidActorNameException if a living actor at the top has the name
     * @throws IllegalStateException if Pekko's system is terminated
     */
    public <M> org.apache.pekko.actor.ActorRef toRopewalk(String name, Class<M> type, ActorRef<? super M> target) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(target, "target");
        return pekko.actorOf(
                Props.create(TellingAdapter.class, () -> new TellingAdapter<>(ropewalk, type, target)), name);
    }

    /**
     * Makes an actor of Pekko that asks an actor of Ropewalk for its senders: for each message of one class it sends a question, and sends the answer
     * to the message's sender; all others are unhandled. So Pekko's {@code ask} works with it.
     *
     * <p>If there is no answer, the sender gets a {@link org.apache.pekko.actor.Status.Failure}, by which Pekko's {@code ask} fails: with what the
     * actor threw while it handled the question, with {@link dev.ropewalk.actor.AskTimeoutException} when the time is up, and at once with
     * {@link dev.ropewalk.actor.ActorStoppedException} if the actor stops before. Any number of questions may be open.
     *
     * @param name of the adapter, at the top of its system
     * @param question makes the question from the message and the ref to answer to; what it throws is a failure, too
     * @param timeout above zero
     * @throws IllegalArgumentException if the timeout isn't above zero
     * @throws org.apache.pekko.actor.InvalidActorNameException if a living actor at the top has the name
     * @throws IllegalStateException if Pekko's system is terminated
     */
    public <Q, M, R> org.apache.pekko.actor.ActorRef asking(
            String name,
            Class<Q> type,
            ActorRef<M> target,
            BiFunction<? super Q, ? super ActorRef<R>, ? extends M> question,
            Duration timeout) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(question, "question");
        PekkoAsk.checkTimeout(timeout);
        return pekko.actorOf(
                Props.create(
                        AskingAdapter.class,
                        () -> new AskingAdapter<Q, M, R>(ropewalk, type, target, question, timeout)),
                name);
    }

    /**
     * Asks an actor of Pekko that answers its sender. Inside an actor of Ropewalk give the future to {@link
     * dev.ropewalk.actor.ActorContext#pipeToSelf}, and don't wait for it.
     *
     * <p>The future fails with what a {@link org.apache.pekko.actor.Status.Failure} brings, with {@link
     * dev.ropewalk.actor.AskTimeoutException} when the time is up or, at once, when Pekko knows that the actor has stopped, and with {@link ClassCastException}
     * if the answer is of another class.
     *
     * @param type the class of the answer; of a primitive type its box
     * @param timeout above zero
     * @throws IllegalArgumentException if the timeout isn't above zero
     */
    public <R> CompletableFuture<R> ask(
            org.apache.pekko.actor.ActorRef target, Object message, Class<R> type, Duration timeout) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(type, "type");
        PekkoAsk.checkTimeout(timeout);
        return PekkoAsk.ask(target, message, type, timeout);
    }
}
