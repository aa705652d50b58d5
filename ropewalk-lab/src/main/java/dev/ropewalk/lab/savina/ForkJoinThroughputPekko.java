package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.ForkJoin.Joined;
import dev.ropewalk.lab.savina.ForkJoin.Start;
import dev.ropewalk.lab.savina.ForkJoinThroughput.Fork;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link ForkJoinThroughput} on Pekko. */
final class ForkJoinThroughputPekko {
    private ForkJoinThroughputPekko() {}

    static String run(ActorSystem system, int actors, int messages) throws Exception {
        return PekkoRoot.run(system, Start.START, answer -> new Root(answer, actors, messages));
    }

    private static final class Root extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final int messages;
        private final List<ActorRef> workers;
        private int joined;
        private double sum;

        Root(CompletableFuture<String> answer, int actors, int messages) {
            this.answer = answer;
            this.messages = messages;
            ActorRef root = getSelf();
            Props worker = Props.create(Worker.class, () -> new Worker(root, messages));
            workers = Stream.generate(() -> getContext().actorOf(worker))
                    .limit(actors)
                    .toList();
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Start.START -> fork();
                case Joined worker -> join(worker);
                default -> unhandled(message);
            }
        }

        private void fork() {
            for (int k = 0; k < messages; k++) {
                for (ActorRef worker : workers) {
                    worker.tell(Fork.FORK, getSelf());
                }
            }
        }

        private void join(Joined worker) {
            joined++;
            sum += worker.sum();
            if (joined == workers.size()) {
                answer.complete(ForkJoin.answer(joined, sum));
            }
        }
    }

    private static final class Worker extends UntypedAbstractActor {
        private final ActorRef root;
        private final int messages;
        private int received;
        private double sum;

        Worker(ActorRef root, int messages) {
            this.root = root;
            this.messages = messages;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Fork.FORK -> work();
                default -> unhandled(message);
            }
        }

        private void work() {
            sum += ForkJoin.work(received);
            received++;
            if (received == messages) {
                root.tell(new Joined(sum), getSelf());
            }
        }
    }
}
