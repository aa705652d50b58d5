package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.ForkJoin.Cue;
import dev.ropewalk.lab.savina.ForkJoin.Joined;
import dev.ropewalk.lab.savina.ForkJoin.Start;
import dev.ropewalk.lab.savina.ForkJoinThroughput.Fork;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** {@link ForkJoinThroughput} on Ropewalk. */
final class ForkJoinThroughputRopewalk {
    private ForkJoinThroughputRopewalk() {}

    static String run(ActorSystem system, int actors, int messages) throws Exception {
        return RopewalkRoot.<Cue>run(
                system, Start.START, (context, answer) -> new Root(context, answer, actors, messages));
    }

    private static final class Root implements Actor<Cue> {
        private final CompletableFuture<String> answer;
        private final int messages;
        private final List<ActorRef<Fork>> workers;
        private int joined;
        private double sum;

        Root(ActorContext<Cue> context, CompletableFuture<String> answer, int actors, int messages) {
            this.answer = answer;
            this.messages = messages;
            ActorRef<Joined> root = context.self().narrow();
            workers = Stream.generate(() -> context.<Fork>spawn(own -> new Worker(root, messages)))
                    .limit(actors)
                    .toList();
        }

        @Override
        public void receive(Cue cue) {
            switch (cue) {
                case Start.START -> fork();
                case Joined worker -> join(worker);
            }
        }

        private void fork() {
            for (int k = 0; k < messages; k++) {
                for (ActorRef<Fork> worker : workers) {
                    worker.tell(Fork.FORK);
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

    private static final class Worker implements Actor<Fork> {
        private final ActorRef<Joined> root;
        private final int messages;
        private int received;
        private double sum;

        Worker(ActorRef<Joined> root, int messages) {
            this.root = root;
            this.messages = messages;
        }

        @Override
        public void receive(Fork fork) {
            sum += ForkJoin.work(received);
            received++;
            if (received == messages) {
                root.tell(new Joined(sum));
            }
        }
    }
}
