package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.ShortestPaths.Finished;
import dev.ropewalk.lab.savina.ShortestPaths.RootCue;
import dev.ropewalk.lab.savina.ShortestPaths.Sizes;
import dev.ropewalk.lab.savina.ShortestPaths.ToRoot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@link ShortestPaths} on Ropewalk. */
final class ShortestPathsRopewalk {
    /** What a block gets. */
    private sealed interface ToBlock {}

    private record Start(List<ActorRef<ToBlock>> neighbours) implements ToBlock {}

    /** What a neighbour is after a number of steps. */
    private record Update(int steps, DistanceBlock block) implements ToBlock {}

    private ShortestPathsRopewalk() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return RopewalkRoot.<ToRoot>run(system, RootCue.START, (context, answer) -> new Root(context, answer, sizes));
    }

    private static final class Root implements Actor<ToRoot> {
        private final ActorContext<ToRoot> context;
        private final CompletableFuture<String> answer;
        private final Sizes sizes;
        private int finished;
        private long checksum;

        Root(ActorContext<ToRoot> context, CompletableFuture<String> answer, Sizes sizes) {
            this.context = context;
            this.answer = answer;
            this.sizes = sizes;
        }

        @Override
        public void receive(ToRoot message) {
            switch (message) {
                case RootCue.START -> start();
                case Finished(long part) -> {
                    checksum += part;
                    finished++;
                    if (finished == sizes.blocks()) {
                        answer.complete(ShortestPaths.answer(checksum));
                    }
                }
            }
        }

        private void start() {
            var graph = new Graph(sizes.nodes());
            var blocks = new ArrayList<ActorRef<ToBlock>>();
            for (int k = 0; k < sizes.blocks(); k++) {
                DistanceBlock block = sizes.block(graph, k);
                blocks.add(context.spawn(own -> new Block(context.self(), block, sizes)));
            }
            for (int k = 0; k < sizes.blocks(); k++) {
                blocks.get(k)
                        .tell(new Start(
                                sizes.neighbours(k).mapToObj(blocks::get).toList()));
            }
        }
    }

    private static final class Block implements Actor<ToBlock> {
        private final ActorRef<ToRoot> root;
        private final Sizes sizes;
        private final PathSteps steps;
        private List<ActorRef<ToBlock>> neighbours = List.of();

        Block(ActorRef<ToRoot> root, DistanceBlock block, Sizes sizes) {
            this.root = root;
            this.sizes = sizes;
            steps = new PathSteps(block, sizes);
        }

        @Override
        public void receive(ToBlock message) {
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
            }
        }

        private void advance() {
            while (!neighbours.isEmpty() && steps.advance()) {
                if (steps.isFinished()) {
                    root.tell(new Finished(steps.block().checksum(sizes.nodes())));
                } else {
                    update();
                }
            }
        }

        private void update() {
            var update = new Update(steps.done(), steps.block());
            neighbours.forEach(neighbour -> neighbour.tell(update));
        }
    }
}
