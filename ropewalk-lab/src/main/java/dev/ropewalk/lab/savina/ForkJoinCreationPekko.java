package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.ForkJoinCreation.Fork;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link ForkJoinCreation} on Pekko. */
final class ForkJoinCreationPekko {
    private ForkJoinCreationPekko() {}

    static String run(ActorSystem system, int actors) throws InterruptedException {
        var join = new ForkJoin(actors);
        Props worker = Props.create(Worker.class, () -> new Worker(join));
        for (int k = 0; k < actors; k++) {
            system.actorOf(worker).tell(new Fork(k), ActorRef.noSender());
        }
        return join.await();
    }

    private static final class Worker extends UntypedAbstractActor {
        private final ForkJoin join;
        private double result;

        Worker(ForkJoin join) {
            this.join = join;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Fork(int number) -> {
                    result = ForkJoin.work(number);
                    getContext().stop(getSelf());
                }
                default -> unhandled(message);
            }
        }

        @Override
        public void postStop() {
            join.join(result);
        }
    }
}
