package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.BoundedBuffer.ProducerCue;
import dev.ropewalk.lab.savina.BoundedBuffer.Sizes;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** {@link BoundedBuffer} on Ropewalk. */
final class BoundedBufferRopewalk {
    /** What the manager gets. */
    private sealed interface ToManager {}

    private enum ManagerCue implements ToManager {
        START,
        PRODUCER_FINISHED
    }

    private record Available(ActorRef<ToConsumer> consumer) implements ToManager {}

    private record Consumed(long items, long sum) implements ToManager {}

    /** What a consumer gets. */
    private sealed interface ToConsumer {}

    private enum ConsumerCue implements ToConsumer {
        FINISH
    }

    /** Goes from a producer to the manager, and on to a consumer. */
    private record Item(long value, ActorRef<ProducerCue> producer) implements ToManager, ToConsumer {}

    private BoundedBufferRopewalk() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return RopewalkRoot.<ToManager>run(
                system, ManagerCue.START, (context, answer) -> new Manager(context, answer, sizes));
    }

    private static final class Manager implements Actor<ToManager> {
        private final ActorContext<ToManager> context;
        private final CompletableFuture<String> answer;
        private final Sizes sizes;
        private final Queue<Item> buffer = new ArrayDeque<>();
        private final Queue<ActorRef<ProducerCue>> waitingProducers = new ArrayDeque<>();
        private final Queue<ActorRef<ToConsumer>> waitingConsumers = new ArrayDeque<>();
        private int finishedProducers;
        private int finishedConsumers;
        private long items;
        private long sum;

        Manager(ActorContext<ToManager> context, CompletableFuture<String> answer, Sizes sizes) {
            this.context = context;
            this.answer = answer;
            this.sizes = sizes;
        }

        @Override
        public void receive(ToManager message) {
            switch (message) {
                case ManagerCue.START -> start();
                case Item item -> accept(item);
                case Available(var consumer) -> serve(consumer);
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
            }
        }

        private void start() {
            for (int k = 0; k < sizes.consumers(); k++) {
                waitingConsumers.add(context.spawn(own -> new Consumer(own.self(), context.self())));
            }
            for (int k = 0; k < sizes.producers(); k++) {
                int number = k;
                context.<ProducerCue>spawn(own -> new Producer(own, context.self(), sizes, number))
                        .tell(ProducerCue.PRODUCE);
            }
        }

        private void accept(Item item) {
            if (waitingConsumers.isEmpty()) {
                buffer.add(item);
            } else {
                waitingConsumers.remove().tell(item);
            }
            if (buffer.size() >= sizes.room()) {
                waitingProducers.add(item.producer());
            } else {
                item.producer().tell(ProducerCue.PRODUCE);
            }
        }

        private void serve(ActorRef<ToConsumer> consumer) {
            if (buffer.isEmpty()) {
                waitingConsumers.add(consumer);
                finishConsumers();
            } else {
                consumer.tell(buffer.remove());
                if (!waitingProducers.isEmpty()) {
                    waitingProducers.remove().tell(ProducerCue.PRODUCE);
                }
            }
        }

        private void finishConsumers() {
            if (finishedProducers == sizes.producers() && waitingConsumers.size() == sizes.consumers()) {
                waitingConsumers.forEach(consumer -> consumer.tell(ConsumerCue.FINISH));
            }
        }
    }

    private static final class Producer implements Actor<ProducerCue> {
        private final ActorContext<ProducerCue> context;
        private final ActorRef<ToManager> manager;
        private final Sizes sizes;
        private final int number;
        private int produced;

        Producer(ActorContext<ProducerCue> context, ActorRef<ToManager> manager, Sizes sizes, int number) {
            this.context = context;
            this.manager = manager;
            this.sizes = sizes;
            this.number = number;
        }

        @Override
        public void receive(ProducerCue cue) {
            if (produced == sizes.items()) {
                manager.tell(ManagerCue.PRODUCER_FINISHED);
            } else {
                manager.tell(new Item(BoundedBuffer.item(sizes, number, produced), context.self()));
                produced++;
            }
        }
    }

    private static final class Consumer implements Actor<ToConsumer> {
        private final ActorRef<ToManager> manager;
        private final Available available;
        private long items;
        private long sum;

        Consumer(ActorRef<ToConsumer> self, ActorRef<ToManager> manager) {
            this.manager = manager;
            available = new Available(self);
        }

        @Override
        public void receive(ToConsumer message) {
            switch (message) {
                case Item item -> {
                    items++;
                    sum += item.value();
                    manager.tell(available);
                }
                case ConsumerCue.FINISH -> manager.tell(new Consumed(items, sum));
            }
        }
    }
}
