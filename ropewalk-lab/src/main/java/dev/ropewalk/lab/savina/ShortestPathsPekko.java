package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.ShortestPaths.Finished;
import dev.ropewalk.lab.savina.ShortestPaths.RootCue;
import dev.ropewalk.lab.savina.ShortestPaths.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link ShortestPaths} on Pekko. */
final class ShortestPathsPekko {
    private record Start(List<ActorRef> neighbours) {}

    /** What a neighbour is after a number of steps. */
    private record Update(int steps, DistanceBlock block) {}

    private ShortestPathsPekko() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return PekkoRoot.run(system, RootCue.START, answer -> new Root(answer, sizes));
    }

    private static final class Root extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final Sizes sizes;
        private int finished;
        private long checksum;

        Root(CompletableFuture<String> answer, Sizes sizes) {
            this.answer = answer;
            this.sizes = sizes;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case RootCue.START -> start();
                case Finished(long part) -> {
                    checksum += part;
                    finished++;
                    if (finished == sizes.blocks()) {
                        answer.complete(ShortestPaths.answer(checksum));
                    }
                }
                default -> unhandled(message);
            }
        }

        private void start() {
            var graph = new Graph(sizes.nodes());
            var blocks = new ArrayList<ActorRef>();
            for (int k = 0; k < sizes.blocks(); k++) {
                DistanceBlock block = sizes.block(graph, k);
                blocks.add(getContext().actorOf(Props.create(Block.class, () -> new Block(getSelf(), block, sizes))));
            }
            for (int k = 0; k < sizes.blocks(); k++) {
                List<ActorRef> neighbours =
                        sizes.neighbours(k).mapToObj(blocks::get).toList();
                blocks.get(k).tell(new Start(neighbours), getSelf());
            }
        }
    }

    private static final class Block extends UntypedAbstractActor {
        private final ActorRef root;
        private final Sizes sizes;
        private final PathSteps steps;
        private List<ActorRef> neighbours = List.of();

        Block(ActorRef root, DistanceBlock block, Sizes sizes) {
            this.root = root;
            this.sizes = sizes;
            steps = new PathSteps(block, sizes);
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Start start -> {
                    neighbours = start.neighbours();
                    update();
                    advance();
                }
                case Update(int done, var block) -> {
                    steps.learn(done, block);
                    advance();
                }
                default -> unhandled(message);
            }
        }

        private void advance() {
            while (!neighbours.isEmpty() && steps.advance()) {
                if (steps.isFinished()) {
                    root.tell(new Finished(steps.block().checksum(sizes.nodes())), getSelf());
                } else {
                    update();
                }
            }
        }

        private void update() {
            var update = new Update(steps.done(), steps.block());
            neighbours.forEach(neighbour -> neighbour.tell(update, getSelf()));
        }
    }
}
