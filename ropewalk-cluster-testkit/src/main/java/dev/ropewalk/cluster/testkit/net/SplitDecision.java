package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.SplitBrain;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Which part of a cluster goes on. */
final class SplitDecision {
    private SplitDecision() {}

    /**
     * Returns whether a part goes on.
     *
     * @param members all, the oldest first
     * @param part those of them that reach each other
     */
    static boolean goesOn(SplitBrain splitBrain, List<Node> members, Set<Node> part) {
        if (part.size() == members.size()) {
            return true;
        }
        return switch (splitBrain) {
            case SplitBrain.KeepMajority() -> isMajority(members, part);
            case SplitBrain.KeepOldest() -> hasOldest(members, part);
            case SplitBrain.StaticQuorum(int nodes) -> part.size() >= nodes && members.size() < 2L * nodes;
            case SplitBrain.DownAll() -> false;
        };
    }

    private static boolean isMajority(List<Node> members, Set<Node> part) {
        int twice = 2 * part.size();
        return twice > members.size() || (twice == members.size() && part.contains(Collections.min(members)));
    }

    private static boolean hasOldest(List<Node> members, Set<Node> part) {
        return part.contains(members.getFirst()) ? part.size() > 1 : part.size() == members.size() - 1;
    }
}
