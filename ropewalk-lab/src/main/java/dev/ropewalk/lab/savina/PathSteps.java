package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.ShortestPaths.Sizes;

/**
 * The steps of one block through Floyd's and Warshall's algorithm, and what it knows of the others in its row and column.
 *
 * <p>A neighbour may be one step ahead, but not two: for the second it needs what this block is after the first. So it's
 * enough to keep what neighbours are in two steps.
 */
final class PathSteps {
    private final Sizes sizes;
    private final Known[] known;
    private DistanceBlock own;
    private int steps;

    /** The blocks in the own row and column, the own one included, as they are after a number of steps. */
    private static final class Known {
        final DistanceBlock[] inRow;
        final DistanceBlock[] inColumn;
        int neighbours;

        Known(DistanceBlock own, int side) {
            inRow = new DistanceBlock[side];
            inColumn = new DistanceBlock[side];
            put(own);
        }

        void put(DistanceBlock own) {
            inRow[own.column()] = own;
            inColumn[own.row()] = own;
        }
    }

    PathSteps(DistanceBlock own, Sizes sizes) {
        this.own = own;
        this.sizes = sizes;
        known = new Known[] {new Known(own, sizes.side()), new Known(own, sizes.side())};
    }

    /** Returns how many steps were done. */
    int done() {
        return steps;
    }

    /** Returns what the block is after them. */
    DistanceBlock block() {
        return own;
    }

    boolean isFinished() {
        return steps == sizes.nodes();
    }

    /** Notes what a neighbour is after a number of steps. */
    void learn(int neighbourSteps, DistanceBlock neighbour) {
        Known then = known[neighbourSteps & 1];
        if (neighbour.row() == own.row()) {
            then.inRow[neighbour.column()] = neighbour;
        } else {
            then.inColumn[neighbour.row()] = neighbour;
        }
        then.neighbours++;
    }

    /** Does the next step if all that it needs is known. */
    boolean advance() {
        Known now = known[steps & 1];
        if (isFinished() || now.neighbours < 2 * (sizes.side() - 1)) {
            return false;
        }
        int via = steps;
        own = own.via(via, now.inRow[via / sizes.block()], now.inColumn[via / sizes.block()]);
        now.neighbours = 0;
        steps++;
        known[steps & 1].put(own);
        return true;
    }
}
