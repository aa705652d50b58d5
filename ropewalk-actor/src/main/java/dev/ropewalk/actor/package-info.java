/**
 * Typed actors: objects that are reached by messages only, handle one at a time, and are supervised by the actor that made them.
 *
 * <ul>
 *   <li>{@link dev.ropewalk.actor.ActorSystem} holds the tree; {@link dev.ropewalk.actor.ActorSystem#create} or a
 *       {@linkplain dev.ropewalk.actor.ActorSystemBuilder builder} makes one, on a scheduler of its own or a given one.
 *   <li>{@link dev.ropewalk.actor.Actor} is a behaviour, a lambda or a class; its
 *       {@link dev.ropewalk.actor.ActorContext} gives it children, timers, a stash, watching, and other behaviours.
 *   <li>{@link dev.ropewalk.actor.BlockingActor} waits for its messages on a virtual thread and may block;
 *       {@linkplain dev.ropewalk.actor.ActorSpawner#proxy proxies} make an actor of an ordinary interface.
 *   <li>{@link dev.ropewalk.actor.ActorRef} is how all of them are reached: {@code tell}, {@code tryTell}, {@code ask}.
 *   <li>{@link dev.ropewalk.actor.ActorOptions} choose a name, a {@link dev.ropewalk.actor.Mailbox}, a
 *       {@linkplain dev.ropewalk.scheduler.Placement placement}, and the {@link dev.ropewalk.actor.Supervision} of the children.
 *   <li>{@link dev.ropewalk.actor.Router}, {@link dev.ropewalk.actor.Receptionist} and
 *       {@link dev.ropewalk.actor.EventStream} stand between actors that needn't know each other.
 * </ul>
 *
 * {@snippet class="dev.ropewalk.actor.snippets.ActorSnippets" region="commands" :
 * sealed interface Command {}
 *
 * record Deposit(long amount) implements Command {}
 *
 * record Balance(ActorRef<Long> replyTo) implements Command {}
 * }
 *
 * {@snippet class="dev.ropewalk.actor.snippets.ActorSnippets" region="system" :
 * try (ActorSystem system = ActorSystem.create("bank")) {
 *     ActorRef<Command> account = system.spawn("account", context -> new Account());
 *     account.tell(new Deposit(10));
 *     CompletableFuture<Long> balance = account.ask(Balance::new, Duration.ofSeconds(1));
 * }
 * }
 *
 * <h2>What an actor costs</h2>
 *
 * An idle actor with the default options is memory only: some 96 bytes beside the state of its behaviour. It has no thread. A
 * message costs at most one node in the mailbox.
 *
 * <h2>What may block</h2>
 *
 * Nothing, but for sending to a full mailbox with {@link dev.ropewalk.actor.OverflowPolicy#BLOCK}, from a thread; the table of
 * {@link dev.ropewalk.actor.ActorRef} has the forms. Actors that block hold a worker up: spawn them as blocking actors.
 *
 * <h2>Order and memory consistency</h2>
 *
 * Messages from one sender to one actor are handled in the order in which they were sent, unless the mailbox has priorities.
 * What the sender did before sending happens-before the message is handled. The handling of each message happens-before that
 * of the next. All of an actor's life happens-before its {@link dev.ropewalk.actor.Terminated} is handled.
 *
 * <p>Messages are references: what is sent should be immutable, or given away for good.
 *
 * <h2>Errors</h2>
 *
 * Wrong arguments give {@link java.lang.IllegalArgumentException} or {@link java.lang.NullPointerException} with the value or
 * the name. What an actor's code throws goes to its parent's {@link dev.ropewalk.actor.Supervision}. A message that no actor handles becomes a {@link dev.ropewalk.actor.DeadLetter}; sending to a stopped actor is no error.
 *
 * <p>The model is that of Hewitt, Bishop and Steiger (1973) and Agha (1986); supervision and watching are Erlang's.
 */
@NullMarked
package dev.ropewalk.actor;

import org.jspecify.annotations.NullMarked;
