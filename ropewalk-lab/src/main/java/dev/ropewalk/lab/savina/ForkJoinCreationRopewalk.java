package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.ForkJoin.Cue;
import dev.ropewalk.lab.savina.ForkJoin.Joined;
import dev.ropewalk.lab.savina.ForkJoin.Start;
import dev.ropewalk.lab.savina.ForkJoinCreation.Fork;
import java.util.concurrent.CompletableFuture;

/** {@link ForkJoinCreation} on Ropewalk. */
final class ForkJoinCreationRopewalk {
    private ForkJoinCreationRopewalk() {}

    static String run(ActorSystem system, int actors) throws Exception {
        return RopewalkRoot.<Cue>run(system, Start.START, (context, answer) -> new Root(context, answer, actors));
    }

    private static final class Root implements Actor<Cue> {
        private final ActorContext<Cue> context;
        private final CompletableFuture<String> answer;
        private final int actors;
        private int joined;
        private double sum;

        Root(ActorContext<Cue> context, CompletableFuture<String> answer, int actors) {
            this.context = context;
            this.answer = answer;
            this.actors = actors;
        }

        @Override
        public void receive(Cue cue) {
            switch (cue) {
                case Start.START -> fork();
                case Joined worker -> join(worker);
            }
        }

        private void fork() {
            ActorRef<Joined> root = context.self().narrow();
            ActorFactory<Fork> worker = own -> new Worker(own, root);
            for (int k = 0; k < actors; k++) {
                context.spawn(worker).tell(new Fork(k));
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

    private record Worker(ActorContext<Fork> context, ActorRef<Joined> root) implements Actor<Fork> {
        @Override
        public void receive(Fork fork) {
            root.tell(new Joined(ForkJoin.work(fork.number())));
            context.stop();
        }
    }
}
