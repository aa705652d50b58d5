package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.NQueens.Board;
import dev.ropewalk.lab.savina.NQueens.MasterCue;
import dev.ropewalk.lab.savina.NQueens.Sizes;
import dev.ropewalk.lab.savina.NQueens.ToMaster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@link NQueens} on Ropewalk. */
final class NQueensRopewalk {
    private NQueensRopewalk() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return RopewalkRoot.<ToMaster>run(system, Board.EMPTY, (context, answer) -> new Master(context, answer, sizes));
    }

    private static final class Master implements Actor<ToMaster> {
        private final CompletableFuture<String> answer;
        private final List<ActorRef<Board>> workers = new ArrayList<>();
        private int sent;
        private int done;
        private int solutions;

        Master(ActorContext<ToMaster> context, CompletableFuture<String> answer, Sizes sizes) {
            this.answer = answer;
            for (int k = 0; k < sizes.workers(); k++) {
                workers.add(context.spawn(own -> new Worker(context.self(), sizes)));
            }
        }

        @Override
        public void receive(ToMaster message) {
            switch (message) {
                case Board board -> {
                    workers.get(sent % workers.size()).tell(board);
                    sent++;
                }
                case MasterCue.SOLUTION -> solutions++;
                case MasterCue.DONE -> {
                    done++;
                    if (done == sent) {
                        answer.complete(NQueens.answer(solutions));
                    }
                }
            }
        }
    }

    private static final class Worker implements Actor<Board> {
        private final ActorRef<ToMaster> master;
        private final Sizes sizes;
        private final Runnable onSolution;

        Worker(ActorRef<ToMaster> master, Sizes sizes) {
            this.master = master;
            this.sizes = sizes;
            onSolution = () -> master.tell(MasterCue.SOLUTION);
        }

        @Override
        public void receive(Board board) {
            if (board.row() < sizes.threshold()) {
                for (int free = board.free(sizes.queens()); free != 0; free &= free - 1) {
                    master.tell(board.with(Integer.lowestOneBit(free)));
                }
            } else {
                NQueens.solve(board, sizes.queens(), onSolution);
            }
            master.tell(MasterCue.DONE);
        }
    }
}
