package dev.ropewalk.lab.savina;

/** In how many ways do queens fit on a board so that none attacks another? */
final class NQueens implements Program {
    /**
     * How large the program is.
     *
     * @param queens at most 31
     * @param threshold how many rows are dealt out as work of their own
     */
    record Sizes(int queens, int threshold, int workers) {}

    /** What the master gets. */
    sealed interface ToMaster {}

    enum MasterCue implements ToMaster {
        SOLUTION,
        DONE
    }

    /**
     * A board whose first rows have a queen each. The sets of columns are bits: where there is a queen, and where those on
     * the two diagonals attack the next row.
     */
    record Board(int row, int columns, int left, int right) implements ToMaster {
        static final Board EMPTY = new Board(0, 0, 0, 0);

        /** Returns the columns where a queen fits in the next row. */
        int free(int queens) {
            return ~(columns | left | right) & ((1 << queens) - 1);
        }

        /** Returns the board with a queen in the next row, in one column. */
        Board with(int column) {
            return new Board(row + 1, columns | column, (left | column) << 1, (right | column) >>> 1);
        }
    }

    /** Finds all solutions below a board. */
    static void solve(Board board, int queens, Runnable onSolution) {
        place(queens - board.row(), board.columns(), board.left(), board.right(), (1 << queens) - 1, onSolution);
    }

    private static void place(int rows, int columns, int left, int right, int all, Runnable onSolution) {
        if (rows == 0) {
            onSolution.run();
            return;
        }
        for (int free = ~(columns | left | right) & all; free != 0; free &= free - 1) {
            int column = Integer.lowestOneBit(free);
            place(rows - 1, columns | column, (left | column) << 1, (right | column) >>> 1, all, onSolution);
        }
    }

    @Override
    public String label() {
        return "n-queens";
    }

    @Override
    public String description() {
        return "20 workers, dealt boards by a master, put 12 queens on a board in 14 200 ways: the first 4 rows give new boards"
                + " for the master, the others are searched at once, and each solution is a message (boards are sets of bits)";
    }

    private static Sizes sizes(Scale scale) {
        return switch (scale) {
            case SMOKE -> new Sizes(6, 2, 3);
            case FULL -> new Sizes(12, 4, 20);
        };
    }

    static String answer(int solutions) {
        return solutions + " solutions";
    }

    @Override
    public String answer(Scale scale) {
        return answer(scale.pick(4, 14_200));
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return NQueensRopewalk.run(system, sizes(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return NQueensPekko.run(system, sizes(scale));
    }
}
