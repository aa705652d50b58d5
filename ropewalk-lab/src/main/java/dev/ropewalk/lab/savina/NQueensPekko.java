package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.NQueens.Board;
import dev.ropewalk.lab.savina.NQueens.MasterCue;
import dev.ropewalk.lab.savina.NQueens.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link NQueens} on Pekko. */
final class NQueensPekko {
    private NQueensPekko() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return PekkoRoot.run(system, Board.EMPTY, answer -> new Master(answer, sizes));
    }

    private static final class Master extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final List<ActorRef> workers = new ArrayList<>();
        private int sent;
        private int done;
        private int solutions;

        Master(CompletableFuture<String> answer, Sizes sizes) {
            this.answer = answer;
            for (int k = 0; k < sizes.workers(); k++) {
                workers.add(getContext().actorOf(Props.create(Worker.class, () -> new Worker(getSelf(), sizes))));
            }
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Board board -> {
                    workers.get(sent % workers.size()).tell(board, getSelf());
                    sent++;
                }
                case MasterCue.SOLUTION -> solutions++;
                case MasterCue.DONE -> {
                    done++;
                    if (done == sent) {
                        answer.complete(NQueens.answer(solutions));
                    }
                }
                default -> unhandled(message);
            }
        }
    }

    private static final class Worker extends UntypedAbstractActor {
        private final ActorRef master;
        private final Sizes sizes;
        private final Runnable onSolution;

        Worker(ActorRef master, Sizes sizes) {
            this.master = master;
            this.sizes = sizes;
            onSolution = () -> master.tell(MasterCue.SOLUTION, getSelf());
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Board board -> process(board);
                default -> unhandled(message);
            }
        }

        private void process(Board board) {
            if (board.row() < sizes.threshold()) {
                for (int free = board.free(sizes.queens()); free != 0; free &= free - 1) {
                    master.tell(board.with(Integer.lowestOneBit(free)), getSelf());
                }
            } else {
                NQueens.solve(board, sizes.queens(), onSolution);
            }
            master.tell(MasterCue.DONE, getSelf());
        }
    }
}
