package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.ForkJoinCreation.Fork;

/** {@link ForkJoinCreation} on Ropewalk. */
final class ForkJoinCreationRopewalk {
    private ForkJoinCreationRopewalk() {}

    static String run(ActorSystem system, int actors) throws InterruptedException {
        var join = new ForkJoin(actors);
        ActorFactory<Fork> worker = context -> new Worker(context, join);
        for (int k = 0; k < actors; k++) {
            system.spawn(worker).tell(new Fork(k));
        }
        return join.await();
    }

    private static final class Worker implements Actor<Fork> {
        private final ActorContext<Fork> context;
        private final ForkJoin join;
        private double result;

        Worker(ActorContext<Fork> context, ForkJoin join) {
            this.context = context;
            this.join = join;
        }

        @Override
        public void receive(Fork fork) {
            result = ForkJoin.work(fork.number());
            context.stop();
        }

        @Override
        public void postStop() {
            join.join(result);
        }
    }
}
