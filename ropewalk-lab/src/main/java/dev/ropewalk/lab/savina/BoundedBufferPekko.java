package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.BoundedBuffer.ProducerCue;
import dev.ropewalk.lab.savina.BoundedBuffer.Sizes;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link BoundedBuffer} on Pekko. */
final class BoundedBufferPekko {
    private enum ManagerCue {
        START,
        AVAILABLE,
        PRODUCER_FINISHED
    }

    private record Consumed(long items, long sum) {}

    private enum ConsumerCue {
        FINISH
    }

    /** Goes from a producer to the manager, and on to a consumer. */
    private record Item(long value) {}

    private BoundedBufferPekko() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return PekkoRoot.run(system, ManagerCue.START, answer -> new Manager(answer, sizes));
    }

    private static final class Manager extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final Sizes sizes;
        private final Queue<Item> buffer = new ArrayDeque<>();
        private final Queue<ActorRef> waitingProducers = new ArrayDeque<>();
        private final Queue<ActorRef> waitingConsumers = new ArrayDeque<>();
        private int finishedProducers;
        private int finishedConsumers;
        private long items;
        private long sum;

        Manager(CompletableFuture<String> answer, Sizes sizes) {
            this.answer = answer;
            this.sizes = sizes;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case ManagerCue.START -> start();
                case Item item -> accept(item);
                case ManagerCue.AVAILABLE -> serve(getSender());
                case ManagerCue.PRODUCER_FINISHED -> {
                    finishedProducers++;
                    finishConsumers();
                }
                case Consumed(long consumerItems, long consumerSum) -> {
                    items += consumerItems;
                    sum += consumerSum;
                    finishedConsumers++;
                    if (finishedConsumers == sizes.consumers()) {
                        answer.complete(BoundedBuffer.answer(items, sum));
                    }
                }
                default -> unhandled(message);
            }
        }

        private void start() {
            for (int k = 0; k < sizes.consumers(); k++) {
                waitingConsumers.add(getContext().actorOf(Props.create(Consumer.class, () -> new Consumer(getSelf()))));
            }
            for (int k = 0; k < sizes.producers(); k++) {
                int number = k;
                getContext()
                        .actorOf(Props.create(Producer.class, () -> new Producer(getSelf(), sizes, number)))
                        .tell(ProducerCue.PRODUCE, getSelf());
            }
        }

        private void accept(Item item) {
            if (waitingConsumers.isEmpty()) {
                buffer.add(item);
            } else {
                waitingConsumers.remove().tell(item, getSelf());
            }
            if (buffer.size() >= sizes.room()) {
                waitingProducers.add(getSender());
            } else {
                getSender().tell(ProducerCue.PRODUCE, getSelf());
            }
        }

        private void serve(ActorRef consumer) {
            if (buffer.isEmpty()) {
                waitingConsumers.add(consumer);
                finishConsumers();
            } else {
                consumer.tell(buffer.remove(), getSelf());
                if (!waitingProducers.isEmpty()) {
                    waitingProducers.remove().tell(ProducerCue.PRODUCE, getSelf());
                }
            }
        }

        private void finishConsumers() {
            if (finishedProducers == sizes.producers() && waitingConsumers.size() == sizes.consumers()) {
                waitingConsumers.forEach(consumer -> consumer.tell(ConsumerCue.FINISH, getSelf()));
            }
        }
    }

    private static final class Producer extends UntypedAbstractActor {
        private final ActorRef manager;
        private final Sizes sizes;
        private final int number;
        private int produced;

        Producer(ActorRef manager, Sizes sizes, int number) {
            this.manager = manager;
            this.sizes = sizes;
            this.number = number;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case ProducerCue.PRODUCE -> {
                    if (produced == sizes.items()) {
                        manager.tell(ManagerCue.PRODUCER_FINISHED, getSelf());
                    } else {
                        manager.tell(new Item(BoundedBuffer.item(sizes, number, produced)), getSelf());
                        produced++;
                    }
                }
                default -> unhandled(message);
            }
        }
    }

    private static final class Consumer extends UntypedAbstractActor {
        private final ActorRef manager;
        private long items;
        private long sum;

        Consumer(ActorRef manager) {
            this.manager = manager;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Item(long value) -> {
                    items++;
                    sum += value;
                    manager.tell(ManagerCue.AVAILABLE, getSelf());
                }
                case ConsumerCue.FINISH -> manager.tell(new Consumed(items, sum), getSelf());
                default -> unhandled(message);
            }
        }
    }
}
