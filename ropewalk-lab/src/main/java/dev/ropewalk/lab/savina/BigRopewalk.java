package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.Big.Done;
import dev.ropewalk.lab.savina.Big.Start;
import dev.ropewalk.lab.savina.Big.ToRoot;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** {@link Big} on Ropewalk. */
final class BigRopewalk {
    private sealed interface ToWorker {}

    private record Begin(List<ActorRef<ToWorker>> workers) implements ToWorker {}

    private record Ping(ActorRef<ToWorker> replyTo) implements ToWorker {}

    private enum Pong implements ToWorker {
        PONG
    }

    private BigRopewalk() {}

    static String run(ActorSystem system, int workers, int pings) throws Exception {
        return RopewalkRoot.<ToRoot>run(
                system, Start.START, (context, answer) -> new Root(context, answer, workers, pings));
    }

    private static final class Root implements Actor<ToRoot> {
        private final CompletableFuture<String> answer;
        private final List<ActorRef<ToWorker>> workers;
        private int done;
        private int pongs;

        Root(ActorContext<ToRoot> context, CompletableFuture<String> answer, int workers, int pings) {
            this.answer = answer;
            this.workers = IntStream.range(0, workers)
                    .mapToObj(k -> context.<ToWorker>spawn(own -> new Worker(own.self(), context.self(), k, pings)))
                    .toList();
        }

        @Override
        public void receive(ToRoot message) {
            switch (message) {
                case Start.START -> workers.forEach(worker -> worker.tell(new Begin(workers)));
                case Done worker -> {
                    done++;
                    pongs += worker.pongs();
                    if (done == workers.size()) {
                        answer.complete(Big.answer(done, pongs));
                    }
                }
            }
        }
    }

    private static final class Worker implements Actor<ToWorker> {
        private final ActorRef<ToRoot> root;
        private final Ping ping;
        private final SplittableRandom random;
        private final int pings;
        private List<ActorRef<ToWorker>> workers = List.of();
        private int pongs;

        Worker(ActorRef<ToWorker> self, ActorRef<ToRoot> root, long seed, int pings) {
            this.root = root;
            ping = new Ping(self);
            random = new SplittableRandom(seed);
            this.pings = pings;
        }

        @Override
        public void receive(ToWorker message) {
            switch (message) {
                case Ping(var replyTo) -> replyTo.tell(Pong.PONG);
                case Pong.PONG -> {
                    pongs++;
                    if (pongs < pings) {
                        ping();
                    } else {
                        root.tell(new Done(pongs));
                    }
                }
                case Begin begin -> {
                    workers = begin.workers();
                    ping();
                }
            }
        }

        private void ping() {
            workers.get(random.nextInt(workers.size())).tell(ping);
        }
    }
}
