package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.Counting.Count;
import dev.ropewalk.lab.savina.Counting.Start;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link Counting} on Pekko. */
final class CountingPekko {
    private enum Increment {
        INCREMENT
    }

    private enum Get {
        GET
    }

    private CountingPekko() {}

    static String run(ActorSystem system, int increments) throws Exception {
        return PekkoRoot.run(system, Start.START, answer -> new Producer(answer, increments));
    }

    private static final class Producer extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final int increments;
        private final ActorRef counter = getContext().actorOf(Props.create(Counter.class, Counter::new));

        Producer(CompletableFuture<String> answer, int increments) {
            this.answer = answer;
            this.increments = increments;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Start.START -> produce();
                case Count count -> answer.complete(Counting.answer(count.value()));
                default -> unhandled(message);
            }
        }

        private void produce() {
            for (int k = 0; k < increments; k++) {
                counter.tell(Increment.INCREMENT, getSelf());
            }
            counter.tell(Get.GET, getSelf());
        }
    }

    private static final class Counter extends UntypedAbstractActor {
        private int count;

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Increment.INCREMENT -> count++;
                case Get.GET -> getSender().tell(new Count(count), getSelf());
                default -> unhandled(message);
            }
        }
    }
}
