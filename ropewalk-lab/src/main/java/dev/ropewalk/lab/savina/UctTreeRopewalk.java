package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.UctTree.Growth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@link UctTree} on Ropewalk. */
final class UctTreeRopewalk {
    /** What the root gets. */
    private sealed interface ToRoot {}

    private enum RootCue implements ToRoot {
        START
    }

    private record Request(ActorRef<ToNode> node) implements ToRoot {}

    /** What a node gets. */
    private sealed interface ToNode {}

    private enum NodeCue implements ToNode {
        ASK,
        TRAVERSE
    }

    /** The node shall have children, which have these numbers and this much to do. */
    private record Grow(int first, int steps) implements ToNode {}

    /** What came out of a child and all below it. */
    private record Subtree(int nodes, long checksum) implements ToRoot, ToNode {}

    private UctTreeRopewalk() {}

    static String run(ActorSystem system, int maxNodes) throws Exception {
        return RopewalkRoot.<ToRoot>run(
                system, RootCue.START, (context, answer) -> new Root(context, answer, new Growth(maxNodes)));
    }

    private static final class Root implements Actor<ToRoot> {
        private final ActorContext<ToRoot> context;
        private final CompletableFuture<String> answer;
        private final Growth growth;
        private final List<ActorRef<ToNode>> children = new ArrayList<>(UctTree.FAN_OUT);
        private boolean traversing;
        private int missing = UctTree.FAN_OUT;
        private int nodes;
        private long checksum;

        Root(ActorContext<ToRoot> context, CompletableFuture<String> answer, Growth growth) {
            this.context = context;
            this.answer = answer;
            this.growth = growth;
        }

        @Override
        public void receive(ToRoot message) {
            switch (message) {
                case RootCue.START -> grow(growth.allot(), growth.steps());
                case Request(var node) -> decide(node);
                case Subtree subtree -> {
                    nodes += subtree.nodes();
                    checksum += subtree.checksum();
                    missing--;
                    if (missing == 0) {
                        answer.complete(UctTree.answer(nodes, checksum));
                    }
                }
            }
        }

        private void grow(int first, int steps) {
            for (int k = 0; k < UctTree.FAN_OUT; k++) {
                int number = first + k;
                ActorRef<ToNode> child =
                        context.spawn(own -> new Node(own, context.self(), context.self(), number, steps));
                children.add(child);
                child.tell(NodeCue.ASK);
            }
        }

        private void decide(ActorRef<ToNode> node) {
            if (!growth.isComplete()) {
                if (growth.grant()) {
                    node.tell(new Grow(growth.allot(), growth.steps()));
                }
            } else if (!traversing) {
                // Grow is in the mailbox of each node that gets it, before any Traverse is sent.
                traversing = true;
                children.forEach(child -> child.tell(NodeCue.TRAVERSE));
            }
        }
    }

    private static final class Node implements Actor<ToNode> {
        private final ActorContext<ToNode> context;
        private final ActorRef<ToRoot> root;
        private final ActorRef<? super Subtree> parent;
        private final int number;
        private final int steps;
        private List<ActorRef<ToNode>> children = List.of();
        private int missing;
        private int nodes;
        private long checksum;

        Node(
                ActorContext<ToNode> context,
                ActorRef<ToRoot> root,
                ActorRef<? super Subtree> parent,
                int number,
                int steps) {
            this.context = context;
            this.root = root;
            this.parent = parent;
            this.number = number;
            this.steps = steps;
        }

        @Override
        public void receive(ToNode message) {
            switch (message) {
                case NodeCue.ASK -> root.tell(new Request(context.self()));
                case Grow(int first, int childSteps) -> grow(first, childSteps);
                case NodeCue.TRAVERSE -> {
                    nodes = 1;
                    checksum = UctTree.work(number, steps);
                    missing = children.size();
                    children.forEach(child -> child.tell(NodeCue.TRAVERSE));
                    reportIfComplete();
                }
                case Subtree subtree -> {
                    nodes += subtree.nodes();
                    checksum += subtree.checksum();
                    missing--;
                    reportIfComplete();
                }
            }
        }

        private void grow(int first, int childSteps) {
            children = new ArrayList<>(UctTree.FAN_OUT);
            for (int k = 0; k < UctTree.FAN_OUT; k++) {
                int childNumber = first + k;
                ActorRef<ToNode> child =
                        context.spawn(own -> new Node(own, root, context.self(), childNumber, childSteps));
                children.add(child);
                child.tell(NodeCue.ASK);
            }
        }

        private void reportIfComplete() {
            if (missing == 0) {
                parent.tell(new Subtree(nodes, checksum));
            }
        }
    }
}
