package dev.ropewalk.actor;

import dev.ropewalk.actor.system.LocalActorSystem;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.TimedCloseable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The actors of a program: a tree, on one scheduler. All methods may be called by any thread.
 *
 * <p>Close a system before the scheduler that it was given. A scheduler that is closed first still runs what it has accepted, as
 * far as its time goes, and refuses what comes later: that becomes dead letters. Then it closes the system, with no time left: all
 * actors stop, in the JDK's common pool, blocking ones are interrupted, what waits in mailboxes becomes dead letters, and what
 * waits for room, a stop or an answer goes on. Only an actor whose handler doesn't return can't stop before it does.
 *
 * <p>An open system keeps the JVM alive until it is closed, unless it was {@linkplain ActorSystemBuilder#daemon built} not to. So
 * that actors also end well when the JVM is told to end, by SIGTERM for instance, add the system to a {@link
 * dev.ropewalk.scheduler.CoordinatedShutdown}:
 *
 * {@snippet class="dev.ropewalk.actor.snippets.ActorSnippets" region="shutdown" :
 * CoordinatedShutdown shutdown = CoordinatedShutdown.builder("shop")
 *         .phase("actors", Duration.ofSeconds(10), ShutdownOrder.NEWEST_FIRST)
 *         .build();
 * ActorSystem system = ActorSystem.create("bank");
 * shutdown.add("actors", "bank", left -> system.close(left));
 * shutdown.installHook();
 * }
 *
 * {@snippet class="dev.ropewalk.actor.snippets.ActorSnippets" region="system" :
 * try (ActorSystem system = ActorSystem.create("bank")) {
 *     ActorRef<Command> account = system.spawn("account", context -> new Account());
 *     account.tell(new Deposit(10));
 *     CompletableFuture<Long> balance = account.ask(Balance::new, Duration.ofSeconds(1));
 * }
 * }
 */
public interface ActorSystem extends ActorSpawner, TimedCloseable {
    /** Returns a system with the defaults of {@link #builder}: its scheduler is its own, and is closed with it. */
    static ActorSystem create(String name) {
        return builder(name).build();
    }

    /**
     * Returns a builder of systems.
     *
     * @throws IllegalArgumentException if the name is empty or contains a slash
     */
    static ActorSystemBuilder builder(String name) {
        return new ActorSystemBuilder(name);
    }

    /**
     * Returns the systems that live in this JVM by their names, as {@link Scheduler#live()} does schedulers: those that haven't been
     * closed yet.
     */
    static Map<String, ActorSystem> live() {
        return LocalActorSystem.live();
    }

    // Spawning

    /**
     * Returns a router in front of actors that exist. It is an actor at the top: it stays until it is stopped, which its routees
     * outlive, or until the last of them has stopped.
     *
     * @param routees at least one; an actor that occurs twice counts once
     * @throws IllegalArgumentException if there are none, or one of them is no actor of this system
     */
    <M> Router<M> routerOf(Routing<? super M> routing, List<ActorRef<M>> routees);

    /**
     * Spawns a group at the top.
     *
     * @param name of the group's parent
     * @param supervision how actors of the group are treated that fail
     * @throws IllegalArgumentException if the name is taken, empty, contains a slash or begins with a dollar sign
     */
    ActorGroup spawnGroup(String name, Supervision supervision);

    // Stopping and watching

    /**
     * Stops an actor after its current message, and its children before it. What waits in its mailbox becomes dead letters.
     */
    void stop(ActorRef<?> actor);

    /**
     * Stops an actor when it has handled all messages that were sent to it before, those that wait for room in its mailbox included. What is
     * sent afterwards is handled if it comes in front of the end, and becomes dead letters otherwise, as does what the actor keeps in its stash
     * or, as a {@linkplain BlockingActor blocking} actor, has passed over. In a mailbox where messages overtake others, by priority or as urgent ones, one
     * that is sent afterwards may take the place of one that was sent before. A failure in between is decided about as any other.
     *
     * <p>A router that has spawned its routees has them stop so, and stops with the last of them, as does a {@linkplain ActorGroup group} with its
     * actors. Neither spawns others from then on. A router that was given its routees just stops.
     */
    void stopGracefully(ActorRef<?> actor);

    /**
     * Returns a future that completes when an actor has stopped; at once if it has. The actor keeps it until then: cancel one
     * that isn't wanted any more. It may be an actor of another node of a cluster, as {@link ActorContext#watch(ActorRef)} says.
     */
    CompletableFuture<Void> whenStopped(ActorRef<?> actor);

    // Flow

    /**
     * Returns a subscriber that sends what a publisher has to an actor: each element, and the end, as a message that a function makes of
     * it. The functions are called by the publisher. If one that makes a message of an element throws, the publisher is cancelled, and the
     * actor gets the message of {@code onError}.
     *
     * <p>At most so many elements are on their way and in the mailbox at a time as the mailbox is bounded to, and never more than 256. Of those
     * as many are requested as the actor has taken up; one that it has put into its stash counts as taken up. So an unbounded mailbox has
     * a bound, too, as far as this sender is concerned. Where other senders have filled the mailbox, its policy decides: with {@link
     * OverflowPolicy#BLOCK} the elements wait in the line of senders, without a thread, with {@link OverflowPolicy#FAIL} the
     * flow fails, and with all others elements are dropped as other messages are.
     *
     * <p>The message of the end is sent when the actor has taken up all elements, so it finds room unless others take it. When the actor
     * stops, the publisher is cancelled; what still comes from it becomes dead letters. If the publisher sends more than was requested,
     * or the scheduler is closed, the publisher is cancelled and the actor gets the message of {@code onError}.
     *
     * <p>A router takes up to 256 elements, each of which counts until its routee, or all of them, have taken it up. A subscriber is for one
     * publisher.
     *
     * {@snippet class="dev.ropewalk.actor.snippets.ActorSnippets" region="flow" :
     * amounts.subscribe(system.subscriber(ledger, Amount::new, Completed::new, Failed::new));
     * }
     *
     * @param onNext makes a message of an element
     * @param onComplete makes the message that says that the publisher has completed
     * @param onError makes the message that says why the publisher, or the flow, has failed
     * @param <T> the type of the elements
     * @param <M> the type of the actor's messages
     * @throws IllegalArgumentException if it is no actor of this system
     */
    <T, M> Flow.Subscriber<T> subscriber(
            ActorRef<M> actor,
            Function<? super T, ? extends M> onNext,
            Supplier<? extends M> onComplete,
            Function<? super Throwable, ? extends M> onError);

    /**
     * Returns a publisher of what an actor emits. Each subscriber has an {@link Emitter}, which the actor gets as part of a message: when elements are
     * requested and all that were requested before have been emitted. It then emits at most as many, at once or later. So nothing is made that nobody has
     * asked for, and nothing waits but what was requested.
     *
     * {@snippet class="dev.ropewalk.actor.snippets.ActorSnippets" region="source" :
     * Flow.Publisher<Long> numbers = system.publisher(counter, More::new, Gone::new);
     * }
     *
     * <p>The actor handles the first message like this:
     *
     * {@snippet class="dev.ropewalk.actor.snippets.ActorSnippets" region="emitting" :
     * while (more.output().requested() > 0) {
     *     more.output().emit(next++);
     * }
     * }
     *
     * <p>The flow ends when the emitter does, or with an {@link ActorStoppedException} when the actor stops, or when its mailbox refuses or drops the message,
     * with the failure that a sender gets. An actor that is restarted is asked again only when it has emitted all: if it forgets its emitters, it fails
     * them in {@code PreRestart}. When the subscriber cancels, or fails, the actor gets the second message,
     * even if its mailbox is full; {@link Emitter#isOver} is true by then. The subscriber is called on a strand of the system's scheduler.
     *
     * @param onDemand makes the message that says that elements are requested
     * @param onCancel makes the message that says that the subscriber has gone
     * @param <T> the type of the elements
     * @param <M> the type of the actor's messages
     * @throws IllegalArgumentException if it is no actor of this system
     */
    <T, M> Flow.Publisher<T> publisher(
            ActorRef<M> actor,
            Function<? super Emitter<T>, ? extends M> onDemand,
            Function<? super Emitter<T>, ? extends M> onCancel);

    // Services

    /** Returns the event stream. */
    EventStream events();

    /** Returns the receptionist. */
    Receptionist receptionist();

    /** Returns the scheduler that runs the actors. */
    Scheduler scheduler();

    /** Returns the name. */
    String name();

    // Looking

    /** Returns what the actors are like at this moment: the root of the tree, with everything below. */
    ActorSnapshot snapshot();

    /**
     * Returns what the system has done, and what waits in it. This visits all actors, a hundred thousand in some milliseconds, and stops none;
     * any thread may call it.
     */
    ActorSystemStats stats();

    /**
     * Returns what is known of one actor; empty if none has this path. Any thread may call this, and nothing is stopped for it.
     *
     * <p>For a minute after that a sample is taken of the classes of the actor's messages, which the next call returns: of the 16 actors that were asked for
     * last. Others pay nothing for it.
     *
     * @param path as {@link ActorRef#path} has it
     */
    Optional<ActorDetails> details(String path);

    /** Returns which actors wait for room in the mailboxes of others, at about this moment. Any thread may call this. */
    List<MailboxWait> mailboxWaits();

    /** Returns the tree as text: an actor a line, with its state, how many messages wait, and what went wrong. */
    default String tree() {
        return snapshot().toTree();
    }

    // The end

    /**
     * Closes the system. From now on nothing is spawned at the top. Waits until no actor has anything to do, at most for the
     * given time, then stops all actors, children before parents, and last the scheduler if that is the system's own. Timers that
     * are still running don't keep the system open. Actors that keep each other busy, or one that keeps itself busy, do: they are
     * named in the log after a second, and can end that by {@link #isClosing()}. No rule tells a job in many steps from a job
     * without end.
     *
     * <p>A later call waits for the first and returns its report.
     *
     * @param timeout how long to wait; zero or less stops the actors at once
     * @return what was left undone
     * @throws IllegalStateException if called from an actor or its factory, from a task of the system's own scheduler, or by code
     *     that the scheduler {@linkplain Scheduler#isTellingCaller tells} what it has abandoned, which would wait for itself;
     *     nothing is stopped then. A scheduler that tells closes the system without being asked
     */
    @Override
    ActorCloseReport close(Duration timeout);

    /**
     * Closes with the timeout that the builder has, 10 seconds by default; what was left is logged as a warning. A system whose
     * actors keep themselves or each other busy takes all of that time.
     */
    @Override
    void close();

    /**
     * Waits until the system is closed: until {@link #close(Duration)} has its report, whichever thread called it.
     *
     * @param timeout how long to wait; zero or less only looks
     * @return whether it is closed; false if the time is up
     * @throws IllegalStateException if called from an actor or its factory, or from a task of the system's own scheduler, for which closing
     *     waits; or, with a timeout above zero, by code that the scheduler {@linkplain Scheduler#isTellingCaller tells} what it
     *     has abandoned
     * @throws InterruptedException if the calling thread is interrupted meanwhile
     */
    boolean awaitTermination(Duration timeout) throws InterruptedException;

    /**
     * Returns whether {@link #close} was called. An actor that keeps itself busy by messages to itself should look here before it
     * sends the next: closing can't tell it from an actor that will be done some time, and waits for it until the time is up.
     */
    boolean isClosing();
}
