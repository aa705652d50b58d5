package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.UctTree.Growth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link UctTree} on Pekko. */
final class UctTreePekko {
    private enum RootCue {
        START,
        REQUEST
    }

    private enum NodeCue {
        ASK,
        TRAVERSE
    }

    /** The node shall have children, which have these numbers and this much to do. */
    private record Grow(int first, int steps) {}

    /** What came out of a child and all below it. */
    private record Subtree(int nodes, long checksum) {}

    private UctTreePekko() {}

    static String run(ActorSystem system, int maxNodes) throws Exception {
        return PekkoRoot.run(system, RootCue.START, answer -> new Root(answer, new Growth(maxNodes)));
    }

    private static final class Root extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final Growth growth;
        private final List<ActorRef> children = new ArrayList<>(UctTree.FAN_OUT);
        private boolean traversing;
        private int missing = UctTree.FAN_OUT;
        private int nodes;
        private long checksum;

        Root(CompletableFuture<String> answer, Growth growth) {
            this.answer = answer;
            this.growth = growth;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case RootCue.START -> grow(growth.allot(), growth.steps());
                case RootCue.REQUEST -> decide(getSender());
                case Subtree subtree -> {
                    nodes += subtree.nodes();
                    checksum += subtree.checksum();
                    missing--;
                    if (missing == 0) {
                        answer.complete(UctTree.answer(nodes, checksum));
                    }
                }
                default -> unhandled(message);
            }
        }

        private void grow(int first, int steps) {
            for (int k = 0; k < UctTree.FAN_OUT; k++) {
                int number = first + k;
                ActorRef child = getContext()
                        .actorOf(Props.create(Node.class, () -> new Node(getSelf(), getSelf(), number, steps)));
                children.add(child);
                child.tell(NodeCue.ASK, getSelf());
            }
        }

        private void decide(ActorRef node) {
            if (!growth.isComplete()) {
                if (growth.grant()) {
                    node.tell(new Grow(growth.allot(), growth.steps()), getSelf());
                }
            } else if (!traversing) {
                // Grow is in the mailbox of each node that gets it, before any Traverse is sent.
                traversing = true;
                children.forEach(child -> child.tell(NodeCue.TRAVERSE, getSelf()));
            }
        }
    }

    private static final class Node extends UntypedAbstractActor {
        private final ActorRef root;
        private final ActorRef parent;
        private final int number;
        private final int steps;
        private List<ActorRef> children = List.of();
        private int missing;
        private int nodes;
        private long checksum;

        Node(ActorRef root, ActorRef parent, int number, int steps) {
            this.root = root;
            this.parent = parent;
            this.number = number;
            this.steps = steps;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case NodeCue.ASK -> root.tell(RootCue.REQUEST, getSelf());
                case Grow(int first, int childSteps) -> grow(first, childSteps);
                case NodeCue.TRAVERSE -> {
                    nodes = 1;
                    checksum = UctTree.work(number, steps);
                    missing = children.size();
                    children.forEach(child -> child.tell(NodeCue.TRAVERSE, getSelf()));
                    reportIfComplete();
                }
                case Subtree subtree -> {
                    nodes += subtree.nodes();
                    checksum += subtree.checksum();
                    missing--;
                    reportIfComplete();
                }
                default -> unhandled(message);
            }
        }

        private void grow(int first, int childSteps) {
            children = new ArrayList<>(UctTree.FAN_OUT);
            for (int k = 0; k < UctTree.FAN_OUT; k++) {
                int childNumber = first + k;
                ActorRef child = getContext()
                        .actorOf(Props.create(Node.class, () -> new Node(root, getSelf(), childNumber, childSteps)));
                children.add(child);
                child.tell(NodeCue.ASK, getSelf());
            }
        }

        private void reportIfComplete() {
            if (missing == 0) {
                parent.tell(new Subtree(nodes, checksum), getSelf());
            }
        }
    }
}
