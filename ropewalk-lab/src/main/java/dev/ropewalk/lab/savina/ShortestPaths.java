package dev.ropewalk.lab.savina;

import java.util.stream.IntStream;

/**
 * All shortest paths by Floyd's and Warshall's algorithm. The matrix of distances is cut into blocks, an actor each; before
 * each step a block tells those in its row and its column what it holds.
 */
final class ShortestPaths implements Program {
    /** How large the program is; the nodes are a multiple of the block's size. */
    record Sizes(int nodes, int block) {
        /** Returns how many blocks a row has, and a column. */
        int side() {
            return nodes / block;
        }

        /** Returns how many blocks there are. They are numbered row by row. */
        int blocks() {
            return side() * side();
        }

        /** Returns what a block is at first. */
        DistanceBlock block(Graph graph, int number) {
            return DistanceBlock.of(graph, number / side(), number % side(), block);
        }

        /** Returns the other blocks in a block's row and column. */
        IntStream neighbours(int number) {
            int row = number / side();
            int column = number % side();
            return IntStream.range(0, blocks())
                    .filter(other -> other != number && (other / side() == row || other % side() == column));
        }
    }

    /** What the root gets. */
    sealed interface ToRoot {}

    enum RootCue implements ToRoot {
        START
    }

    /** A block has done its last step. */
    record Finished(long checksum) implements ToRoot {}

    @Override
    public String label() {
        return "shortest-paths";
    }

    @Override
    public String description() {
        return "all shortest paths in a graph of 300 nodes; the matrix is cut into blocks of 50 x 50, an actor each, which sends"
                + " its block to its row and its column in each of 300 steps";
    }

    private static Sizes sizes(Scale scale) {
        return switch (scale) {
            case SMOKE -> new Sizes(30, 10);
            case FULL -> new Sizes(300, 50);
        };
    }

    static String answer(long checksum) {
        return "checksum " + checksum;
    }

    @Override
    public String answer(Scale scale) {
        return answer(new Graph(sizes(scale).nodes()).pathsChecksum());
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return ShortestPathsRopewalk.run(system, sizes(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return ShortestPathsPekko.run(system, sizes(scale));
    }
}
