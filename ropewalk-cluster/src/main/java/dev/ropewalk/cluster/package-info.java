/**
 * Entities: actors that are known by a key, and are there when somebody sends to them.
 *
 * <p>A program says once how the entities of a type are made, and then sends to keys. An entity begins with the first message to it,
 * on a place that the {@link dev.ropewalk.cluster.Cluster} chooses, and is passivated when it isn't needed for a while; the next message finds another one
 * of the same key. No message that was sent is lost in between, and no two entities of one key live at a time.
 *
 * {@snippet class="dev.ropewalk.cluster.snippets.ClusterSnippets" region="entities" :
 * EntityType<String, Command> accounts = EntityType.of("account", String.class, Command.class);
 * try (ActorSystem system = ActorSystem.create("bank");
 *         Cluster cluster = Cluster.local(system)) {
 *     cluster.host(accounts, entity -> new Account(entity.key()));
 *     EntityRef<String, Command> account = cluster.entity(accounts, "17");
 *     account.tell(new Deposit(10));
 *     CompletableFuture<Long> balance = account.ask(Balance::new, Duration.ofSeconds(1));
 * }
 * }
 *
 * <p>{@link dev.ropewalk.cluster.Cluster#local} is a cluster of one process: no network, nothing but an {@link dev.ropewalk.actor.ActorSystem}. {@link
 * dev.ropewalk.cluster.Cluster#join} makes this process a node of many. The rest of a program is the same.
 *
 * <p>A {@link dev.ropewalk.cluster.RemoteChannel} is a channel whose sending end may be on another node than the receiver: a send waits until there is room.
 *
 * <p>A message is delivered at most once by the forms of {@link dev.ropewalk.actor.ActorRef}, and at least once by a {@link dev.ropewalk.cluster.ReliableRef}. Those of an {@link dev.ropewalk.cluster.Outbox} outlive the process.
 *
 * <h2>Memory consistency</h2>
 *
 * <p>What a sender does before it sends happens-before the entity handles the message, as for all actors. What an entity has done
 * until it has stopped, with its {@code postStop}, happens-before the next one of the same key is made.
 *
 * <h2>Waiting</h2>
 *
 * <p>The forms of sending to entities are those of {@link dev.ropewalk.actor.ActorRef}, and wait as they say, when the mailbox of the entity is bounded.
 * The ends of channels wait as {@link dev.ropewalk.channel.Sender} and {@link dev.ropewalk.channel.Receiver} say. Nothing else here waits but joining and closing a cluster, and an outbox: for its folder, and for the disk if it is to.
 *
 * <p>The idea of actors that are there when they are sent to is that of Microsoft Orleans' virtual actors; the name entity is Pekko's.
 */
@NullMarked
package dev.ropewalk.cluster;

import org.jspecify.annotations.NullMarked;
