package dev.ropewalk.lab.savina;

import java.util.SplittableRandom;

/**
 * An unbalanced cobwebbed tree. Nodes ask the root whether they may have children, until the tree is large enough; then it is
 * traversed.
 *
 * <p>The tree's shape depends on the order of the requests. Its nodes don't: the root decides on the k-th request in the same
 * way whoever made it, and gives out the nodes' numbers and work.
 */
final class UctTree implements Program {
    /** How many children a node has if it has any. */
    static final int FAN_OUT = 10;

    private static final int MEAN_STEPS = 50;
    private static final int DEVIATION_STEPS = 10;

    /** What the root decides. */
    static final class Growth {
        private final SplittableRandom random = new SplittableRandom(1);
        private final int maxNodes;
        private int nodes;

        Growth(int maxNodes) {
            this.maxNodes = maxNodes;
        }

        boolean isComplete() {
            return nodes + FAN_OUT > maxNodes;
        }

        /** Decides on the next request. */
        boolean grant() {
            return random.nextBoolean();
        }

        /** Returns the number of the first of {@link #FAN_OUT} more nodes. */
        int allot() {
            int first = nodes;
            nodes += FAN_OUT;
            return first;
        }

        /** Returns how much each of these nodes has to do. */
        int steps() {
            return (int) Math.max(1, random.nextGaussian(MEAN_STEPS, DEVIATION_STEPS));
        }
    }

    /** Does the work of a node. */
    static long work(int number, int steps) {
        long x = number + 1L;
        for (int k = 0; k < steps; k++) {
            // Marsaglia's xorshift64.
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }

    @Override
    public String label() {
        return "uct-tree";
    }

    @Override
    public String description() {
        return "a tree grows to 200 000 nodes, each an actor, at places decided by its root, and is traversed down and up; a node's"
                + " work is some 50 steps of a random generator";
    }

    private static int maxNodes(Scale scale) {
        return scale.pick(500, 200_000);
    }

    static String answer(int nodes, long checksum) {
        return nodes + " nodes, checksum " + checksum;
    }

    @Override
    public String answer(Scale scale) {
        var growth = new Growth(maxNodes(scale));
        int nodes = 0;
        long checksum = 0;
        boolean granted = true;
        while (!growth.isComplete()) {
            if (granted) {
                int first = growth.allot();
                int steps = growth.steps();
                for (int k = 0; k < FAN_OUT; k++) {
                    nodes++;
                    checksum += work(first + k, steps);
                }
            }
            granted = growth.grant();
        }
        return answer(nodes, checksum);
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return UctTreeRopewalk.run(system, maxNodes(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return UctTreePekko.run(system, maxNodes(scale));
    }
}
