package dev.ropewalk.lab.pi;

import dev.ropewalk.lab.pekko.PekkoDispatcher;
import java.util.List;
import java.util.stream.Stream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Classic actors of Pekko, of the same structure as {@link RopewalkActors}. */
final class PekkoActors implements Model {
    private final Slices slices;
    private final ActorSystem system;
    private final List<ActorRef> workers;
    private final Tally tally;

    PekkoActors(Slices slices) {
        this.slices = slices;
        system = PekkoDispatcher.FORK_JOIN.start(slices.workers(), slices.workers() + 1);
        tally = new Tally(slices);
        ActorRef collector = system.actorOf(Props.create(Collector.class, () -> new Collector(tally)));
        workers = Stream.generate(() -> system.actorOf(Props.create(Worker.class, () -> new Worker(slices, collector))))
                .limit(slices.workers())
                .toList();
    }

    @Override
    public double sum() throws InterruptedException {
        for (int slice = 0; slice < slices.jobs(); slice++) {
            tally.admit(slice);
            workers.get(slice % workers.size()).tell(new Job(slice), ActorRef.noSender());
        }
        return tally.await();
    }

    @Override
    public void close() {
        PekkoDispatcher.end(system);
    }

    private record Job(int slice) {}

    private record Result(double sum) {}

    private static final class Worker extends UntypedAbstractActor {
        private final Slices slices;
        private final ActorRef collector;

        Worker(Slices slices, ActorRef collector) {
            this.slices = slices;
            this.collector = collector;
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof Job job) {
                collector.tell(new Result(slices.sum(job.slice())), getSelf());
            }
        }
    }

    private static final class Collector extends UntypedAbstractActor {
        private final Tally tally;

        Collector(Tally tally) {
            this.tally = tally;
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof Result result) {
                tally.add(result.sum());
            }
        }
    }
}
