package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.Big.Done;
import dev.ropewalk.lab.savina.Big.Start;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link Big} on Pekko. */
final class BigPekko {
    private record Begin(List<ActorRef> workers) {}

    private enum Ping {
        PING
    }

    private enum Pong {
        PONG
    }

    private BigPekko() {}

    static String run(ActorSystem system, int workers, int pings) throws Exception {
        return PekkoRoot.run(system, Start.START, answer -> new Root(answer, workers, pings));
    }

    private static final class Root extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final List<ActorRef> workers;
        private int done;
        private int pongs;

        Root(CompletableFuture<String> answer, int workers, int pings) {
            this.answer = answer;
            ActorRef root = getSelf();
            this.workers = IntStream.range(0, workers)
                    .mapToObj(k -> getContext().actorOf(Props.create(Worker.class, () -> new Worker(root, k, pings))))
                    .toList();
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Start.START -> workers.forEach(worker -> worker.tell(new Begin(workers), getSelf()));
                case Done worker -> {
                    done++;
                    pongs += worker.pongs();
                    if (done == workers.size()) {
                        answer.complete(Big.answer(done, pongs));
                    }
                }
                default -> unhandled(message);
            }
        }
    }

    private static final class Worker extends UntypedAbstractActor {
        private final ActorRef root;
        private final SplittableRandom random;
        private final int pings;
        private List<ActorRef> workers = List.of();
        private int pongs;

        Worker(ActorRef root, long seed, int pings) {
            this.root = root;
            random = new SplittableRandom(seed);
            this.pings = pings;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Ping.PING -> getSender().tell(Pong.PONG, getSelf());
                case Pong.PONG -> {
                    pongs++;
                    if (pongs < pings) {
                        ping();
                    } else {
                        root.tell(new Done(pongs), getSelf());
                    }
                }
                case Begin begin -> {
                    workers = begin.workers();
                    ping();
                }
                default -> unhandled(message);
            }
        }

        private void ping() {
            workers.get(random.nextInt(workers.size())).tell(Ping.PING, getSelf());
        }
    }
}
