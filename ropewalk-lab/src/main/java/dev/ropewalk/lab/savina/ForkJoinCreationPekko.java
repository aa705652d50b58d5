package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.ForkJoin.Joined;
import dev.ropewalk.lab.savina.ForkJoin.Start;
import dev.ropewalk.lab.savina.ForkJoinCreation.Fork;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link ForkJoinCreation} on Pekko. */
final class ForkJoinCreationPekko {
    private ForkJoinCreationPekko() {}

    static String run(ActorSystem system, int actors) throws Exception {
        return PekkoRoot.run(system, Start.START, answer -> new Root(answer, actors));
    }

    private static final class Root extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final int actors;
        private int joined;
        private double sum;

        Root(CompletableFuture<String> answer, int actors) {
            this.answer = answer;
            this.actors = actors;
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
            ActorRef root = getSelf();
            Props worker = Props.create(Worker.class, () -> new Worker(root));
            for (int k = 0; k < actors; k++) {
                getContext().actorOf(worker).tell(new Fork(k), root);
            }
        }

        private void join(Joined worker) {
            joined++;
            sum += worker.sum();
            if (joined == actors) {
                answer.complete(ForkJoin.answer(joined, sum));
            }
        }
    }

    private static final class Worker extends UntypedAbstractActor {
        private final ActorRef root;

        Worker(ActorRef root) {
            this.root = root;
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof Fork fork) {
                root.tell(new Joined(ForkJoin.work(fork.number())), getSelf());
                getContext().stop(getSelf());
            } else {
                unhandled(message);
            }
        }
    }
}
