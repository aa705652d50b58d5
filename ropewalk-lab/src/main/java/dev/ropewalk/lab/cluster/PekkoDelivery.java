package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.cluster.PekkoMessages.Add;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.delivery.ConsumerController;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.cluster.sharding.typed.ShardingEnvelope;
import org.apache.pekko.cluster.sharding.typed.delivery.ShardingConsumerController;
import org.apache.pekko.cluster.sharding.typed.delivery.ShardingProducerController;
import org.apache.pekko.cluster.sharding.typed.delivery.ShardingProducerController.RequestNext;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.jspecify.annotations.Nullable;

/**
 * Pekko's delivery at least once: a {@link ShardingProducerController} here, a {@link ShardingConsumerController} around each entity of nodes
 * with role {@link PekkoConfig#PEER}.
 */
final class PekkoDelivery {
    private static final EntityTypeKey<ConsumerController.SequencedMessage<Add>> TYPE =
            EntityTypeKey.create(ShardingConsumerController.<Add>entityTypeKeyClass(), "reliable");

    private final ActorRef<Command> producer;

    /** What the producer gets. */
    private sealed interface Command permits Next, Send {}

    /** One message may be sent. */
    private record Next(RequestNext<Add> request) implements Command {}

    /** So many are to be sent. */
    private record Send(List<String> keys, int amount, CountDownLatch sent) implements Command {}

    PekkoDelivery(ActorSystem classic, Recipients.Arrival arrivals) {
        var system = Adapter.toTyped(classic);
        var region = ClusterSharding.get(system)
                .init(Entity.of(
                                TYPE,
                                entity -> ShardingConsumerController.<Add, ConsumerController.Delivery<Add>>create(
                                        start -> consumer(start, arrivals)))
                        .withRole(PekkoConfig.PEER));
        ActorRef<ShardingProducerController.Command<Add>> controller = Adapter.spawn(
                classic,
                ShardingProducerController.create(Add.class, "lab", region, Optional.empty()),
                "controller",
                Props.empty());
        producer = Adapter.spawn(
                classic, Behaviors.setup(context -> new Producer(context, controller)), "producer", Props.empty());
    }

    private static Behavior<ConsumerController.Delivery<Add>> consumer(
            ActorRef<ConsumerController.Start<Add>> start, Recipients.Arrival arrivals) {
        return Behaviors.setup(context -> {
            start.tell(new ConsumerController.Start<>(context.getSelf()));
            return Behaviors.receiveMessage(delivery -> {
                arrivals.arrived(delivery.message().number());
                delivery.confirmTo().tell(ConsumerController.confirmed());
                return Behaviors.same();
            });
        });
    }

    /** Sends messages to entities in turn, and returns when the last one was handed over. */
    void send(List<String> keys, int amount) throws InterruptedException {
        var sent = new CountDownLatch(1);
        producer.tell(new Send(keys, amount, sent));
        sent.await();
    }

    /** Sends a message each time that it may, to the next entity with demand: for the others the controller would have to keep it. */
    private static final class Producer extends AbstractBehavior<Command> {
        private final Set<String> known = new HashSet<>();
        private @Nullable RequestNext<Add> next;
        private @Nullable Send send;
        private int done;
        private int turn;

        Producer(ActorContext<Command> context, ActorRef<ShardingProducerController.Command<Add>> controller) {
            super(context);
            Class<RequestNext<Add>> type = ShardingProducerController.requestNextClass();
            controller.tell(new ShardingProducerController.Start<>(context.messageAdapter(type, Next::new)));
        }

        @Override
        public Receive<Command> createReceive() {
            return newReceiveBuilder()
                    .onMessage(Next.class, command -> {
                        next = command.request();
                        return step();
                    })
                    .onMessage(Send.class, command -> {
                        send = command;
                        done = 0;
                        return step();
                    })
                    .build();
        }

        private Behavior<Command> step() {
            RequestNext<Add> request = next;
            Send wanted = send;
            if (request != null && wanted != null) {
                next = null;
                String key = choose(wanted.keys(), request);
                request.sendNextTo().tell(new ShardingEnvelope<>(key, new Add(key, done)));
                if (++done == wanted.amount()) {
                    send = null;
                    wanted.sent().countDown();
                }
            }
            return this;
        }

        private String choose(List<String> keys, RequestNext<Add> request) {
            for (int tried = 0; tried < keys.size(); tried++) {
                String key = keys.get(turn++ % keys.size());
                if (known.add(key) || request.entitiesWithDemand().contains(key)) {
                    return key;
                }
            }
            return keys.get(turn++ % keys.size());
        }
    }
}
