package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.ForkJoinThroughput.Fork;
import java.util.List;
import java.util.stream.Stream;

/** {@link ForkJoinThroughput} on Ropewalk. */
final class ForkJoinThroughputRopewalk {
    private ForkJoinThroughputRopewalk() {}

    static String run(ActorSystem system, int actors, int messages) throws InterruptedException {
        var join = new ForkJoin(actors);
        ActorFactory<Fork> worker = context -> new Worker(context, join, messages);
        List<ActorRef<Fork>> workers =
                Stream.generate(() -> system.spawn(worker)).limit(actors).toList();
        for (int k = 0; k < messages; k++) {
            workers.forEach(ref -> ref.tell(Fork.FORK));
        }
        return join.await();
    }

    private static final class Worker implements Actor<Fork> {
        private final ActorContext<Fork> context;
        private final ForkJoin join;
        private final int messages;
        private int received;
        private double sum;

        Worker(ActorContext<Fork> context, ForkJoin join, int messages) {
            this.context = context;
            this.join = join;
            this.messages = messages;
        }

        @Override
        public void receive(Fork fork) {
            sum += ForkJoin.work(received);
            received++;
            if (received == messages) {
                context.stop();
            }
        }

        @Override
        public void postStop() {
            join.join(sum);
        }
    }
}
