package dev.ropewalk.lab.ring;

import dev.ropewalk.lab.pekko.PekkoDispatcher;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.jspecify.annotations.Nullable;

/** A classic actor of Pekko for each node. A dispatcher that polls lives only as long as an iteration. */
final class PekkoRings implements Rings {
    private final Workload workload;
    private final PekkoDispatcher dispatcher;
    private @Nullable ActorSystem system;
    private List<ActorRef> nodes = List.of();

    PekkoRings(Workload workload, PekkoDispatcher dispatcher) throws InterruptedException {
        this.workload = workload;
        this.dispatcher = dispatcher;
        if (!dispatcher.polls()) {
            open();
        }
    }

    @Override
    public void resume() throws InterruptedException {
        if (system == null) {
            open();
        }
    }

    private void open() throws InterruptedException {
        ActorSystem started = dispatcher.start(workload.workers(), workload.nodes());
        system = started;
        List<ActorRef> spawned = IntStream.range(0, workload.nodes())
                .mapToObj(number -> started.actorOf(Props.create(PekkoNode.class, () -> new PekkoNode(number))))
                .toList();
        // Actors come to be on the dispatcher's threads: all have when all are linked.
        var linked = new CountDownLatch(spawned.size());
        for (int number = 0; number < spawned.size(); number++) {
            spawned.get(number).tell(new Link(spawned.get(workload.nodeAfter(number)), linked), ActorRef.noSender());
        }
        linked.await();
        nodes = spawned;
    }

    @Override
    public void start(int ring, Token token) {
        nodes.get(workload.firstNode(ring)).tell(token, ActorRef.noSender());
    }

    @Override
    public void rest() {
        if (dispatcher.polls()) {
            close();
        }
    }

    @Override
    public void close() {
        if (system != null) {
            PekkoDispatcher.end(system);
            system = null;
            nodes = List.of();
        }
    }

    private record Link(ActorRef next, CountDownLatch linked) {}

    private static final class PekkoNode extends UntypedAbstractActor {
        private final int number;
        private ActorRef next = getSelf();

        PekkoNode(int number) {
            this.number = number;
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof Token token) {
                if (token.visit(number)) {
                    next.tell(token, getSelf());
                }
            } else if (message instanceof Link link) {
                next = link.next();
                link.linked().countDown();
            }
        }
    }
}
