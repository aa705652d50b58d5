package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.ForkJoinThroughput.Fork;
import java.util.List;
import java.util.stream.Stream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link ForkJoinThroughput} on Pekko. */
final class ForkJoinThroughputPekko {
    private ForkJoinThroughputPekko() {}

    static String run(ActorSystem system, int actors, int messages) throws InterruptedException {
        var join = new ForkJoin(actors);
        Props worker = Props.create(Worker.class, () -> new Worker(join, messages));
        List<ActorRef> workers =
                Stream.generate(() -> system.actorOf(worker)).limit(actors).toList();
        for (int k = 0; k < messages; k++) {
            workers.forEach(ref -> ref.tell(Fork.FORK, ActorRef.noSender()));
        }
        return join.await();
    }

    private static final class Worker extends UntypedAbstractActor {
        private final ForkJoin join;
        private final int messages;
        private int received;
        private double sum;

        Worker(ForkJoin join, int messages) {
            this.join = join;
            this.messages = messages;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Fork.FORK -> {
                    sum += ForkJoin.work(received);
                    received++;
                    if (received == messages) {
                        getContext().stop(getSelf());
                    }
                }
                default -> unhandled(message);
            }
        }

        @Override
        public void postStop() {
            join.join(sum);
        }
    }
}
