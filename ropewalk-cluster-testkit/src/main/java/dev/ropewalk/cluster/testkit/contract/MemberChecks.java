package dev.ropewalk.cluster.testkit.contract;

import dev.ropewalk.cluster.NodeAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/** Checks of who is a member. */
public final class MemberChecks {
    private static final Duration SHORT = Duration.ofSeconds(1);

    private MemberChecks() {}

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#MEMBERS_SEE_EACH_OTHER}. */
    public static void seeEachOther(Stage stage) {
        List<ContractNode> nodes = stage.startUp(4);
        stage.check(
                nodes.stream().map(ContractNode::self).distinct().count() == nodes.size(),
                "two nodes have the same address");
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#ROLES_ARE_SEEN}. */
    public static void seeRoles(Stage stage) {
        Map<ContractNode, Set<String>> roles = new HashMap<>();
        ContractNode first = stage.start(stage.options().roles(Set.of("store", "dc-1")));
        roles.put(first, Set.of("store", "dc-1"));
        roles.put(stage.startAt(first, stage.options().roles(Set.of("web"))), Set.of("web"));
        roles.put(stage.startAt(first, stage.options()), Set.of());
        stage.await("all are up", () -> roles.keySet().stream().allMatch(node -> node.seesUp(roles.keySet())));
        for (ContractNode node : roles.keySet()) {
            roles.forEach((other, expected) -> stage.check(
                    node.member(other.self()).orElseThrow().roles().equals(expected),
                    node.self() + " doesn't see the roles " + expected + " of " + other.self()));
        }
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#OTHER_CLUSTERS_STAY_APART}. */
    public static void stayApart(Stage stage) {
        List<ContractNode> nodes = stage.startUp(2);
        ContractNode other =
                stage.startAt(nodes.getFirst(), stage.options("another").joinTimeout(SHORT));
        stage.pass(SHORT.plus(SHORT));
        for (ContractNode node : nodes) {
            stage.check(!node.hasEverSeen(other.self()), "a node of another cluster became a member");
            stage.check(!other.hasEverSeen(node.self()), "a node joined another cluster");
            boolean ignored = other.engine().send(node.self(), FrameChecks.frame(0));
            stage.check(!node.engine().send(other.self(), FrameChecks.frame(0)), "a frame left the cluster");
        }
        stage.pass(Duration.ofMillis(100));
        stage.check(
                nodes.stream().allMatch(node -> node.framesOf(other.self()).isEmpty()),
                "a frame of another cluster came");
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#LEAVING_ENDS_A_MEMBER}. */
    public static void leave(Stage stage) {
        List<ContractNode> nodes = stage.startUp(3);
        ContractNode leaver = nodes.getLast();
        var wasTold = new AtomicBoolean();
        CompletableFuture<?> left = leaver.engine()
                .leave(ContractNode.TIME_TO_LEAVE)
                .whenComplete((nothing, thrown) -> wasTold.set(leaver.isRemoved()))
                .toCompletableFuture();
        stage.await("it has left", left::isDone);
        stage.check(!left.isCompletedExceptionally(), "leaving has failed");
        stage.check(wasTold.get(), "the stage completed before the listener was told");
        List<ContractNode> rest = nodes.subList(0, 2);
        stage.await("the others see each other alone", () -> rest.stream().allMatch(node -> node.seesUp(rest)));
        stage.await(
                "leaving again is done at once",
                leaver.engine().leave(ContractNode.TIME_TO_LEAVE).toCompletableFuture()::isDone);
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#LEAVING_WAITS_FOR_WHAT_IS_LEFT}. */
    public static void sendTheRest(Stage stage) {
        List<ContractNode> nodes = stage.startUp(3);
        ContractNode staying = nodes.getFirst();
        ContractNode leaver = nodes.getLast();
        ShardChecks.awaitShare(stage, staying, leaver);
        leaver.keepRest();
        CompletableFuture<Void> left =
                leaver.engine().leave(ContractNode.TIME_TO_LEAVE).toCompletableFuture();
        stage.await("it is told that its shards have left", leaver::haveShardsLeft);
        stage.check(leaver.owned().isEmpty(), "shards haven't left");
        stage.pass(Duration.ofMillis(300));
        stage.check(!left.isDone() && !leaver.isRemoved(), "it has left before it has sent the rest");
        IntStream.range(0, Stage.SHARDS)
                .forEach(shard -> stage.check(!leaver.locate(shard).equals(leaver.self()), "it owns a shard again"));
        awaitFrame(stage, leaver, staying);
        awaitFrame(stage, staying, leaver);
        leaver.endRest();
        stage.await("it has left", left::isDone);
    }

    private static void awaitFrame(Stage stage, ContractNode from, ContractNode to) {
        stage.await("a frame comes to " + to.self(), () -> {
            boolean ignored = from.engine().send(to.self(), FrameChecks.frame(1));
            return !to.framesOf(from.self()).isEmpty();
        });
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#LEAVING_AT_ONCE_IS_TOLD}. Of two nodes only the one with the lower address goes on in a split. */
    public static void leaveNow(Stage stage) {
        List<ContractNode> nodes = stage.startUp(2);
        List<ContractNode> ordered =
                nodes.stream().sorted(Comparator.comparing(ContractNode::self)).toList();
        ContractNode leaver = ordered.getFirst();
        ContractNode staying = ordered.getLast();
        ShardChecks.awaitShare(stage, staying, leaver);
        leaver.holdRevocations();
        CompletableFuture<Void> left =
                leaver.engine().leave(ContractNode.TIME_TO_LEAVE).toCompletableFuture();
        stage.pass(Duration.ofMillis(300));
        stage.check(!left.isDone(), "it has left though something lives in its shards");
        CompletableFuture<Void> ended = leaver.leaveNow();
        stage.await("it has ended", ended::isDone);
        stage.check(!ended.isCompletedExceptionally(), "leaving at once has failed");
        boolean wasTold = leaver.isRemoved();
        stage.await("the other one is alone, or ends", () -> staying.seesUp(List.of(staying)) || staying.isRemoved());
        stage.check(!staying.isRemoved(), "the other one ends");
        stage.check(wasTold, "it ended before the listener was told");
        IntStream.range(0, Stage.SHARDS)
                .forEach(shard -> stage.check(staying.locate(shard).equals(staying.self()), "a shard has no owner"));
        stage.await("leaving at once again is done", leaver.leaveNow()::isDone);
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#THE_DEAD_ARE_REMOVED}. */
    public static void removeDead(Stage stage) {
        List<ContractNode> nodes = stage.startUp(3);
        ContractNode dead = nodes.getLast();
        dead.stop();
        List<ContractNode> rest = nodes.subList(0, 2);
        stage.await(
                "it is unreachable, or removed",
                () -> rest.stream()
                        .allMatch(node -> node.member(dead.self())
                                .filter(member -> member.isReachable())
                                .isEmpty()));
        stage.await("it is removed", () -> rest.stream().allMatch(node -> node.seesUp(rest)));
        stage.check(rest.stream().noneMatch(ContractNode::isRemoved), "the larger part doesn't go on");
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#A_RESTARTED_NODE_IS_ANOTHER}. */
    public static void restart(Stage stage) {
        List<ContractNode> nodes = stage.startUp(3);
        ContractNode first = nodes.getLast();
        NodeAddress address = first.self().address();
        first.stop();
        ContractNode second = stage.startAt(nodes.getFirst(), Stage.at(address, stage.options()));
        List<ContractNode> present = List.of(nodes.get(0), nodes.get(1), second);
        stage.await("it takes the place of the first", () -> present.stream().allMatch(node -> node.seesUp(present)));
        stage.check(!second.self().equals(first.self()), "it is the same node");
        stage.check(second.self().address().equals(address), "it has another address");
        for (ContractNode node : nodes.subList(0, 2)) {
            boolean mayBeTaken = node.engine().send(first.self(), FrameChecks.frame(1));
            stage.await("a frame arrives", () -> {
                boolean ignored = node.engine().send(second.self(), FrameChecks.frame(2));
                return !second.framesOf(node.self()).isEmpty();
            });
            stage.check(
                    second.framesOf(node.self()).stream().allMatch(frame -> FrameChecks.number(frame) == 2),
                    "a frame for the node before has come, taken: " + mayBeTaken);
        }
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#AN_ADDRESS_IN_USE_IS_REFUSED}. */
    public static void refuseAddress(Stage stage) {
        ContractNode node = stage.startUp(1).getFirst();
        try {
            stage.start(Stage.at(node.self().address(), stage.options()));
        } catch (IllegalArgumentException expected) {
            return;
        }
        throw new AssertionError("two nodes have the address " + node.self().address());
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#THE_ISOLATED_ARE_REMOVED}. */
    public static void removeIsolated(Stage stage) {
        if (!stage.fixture().canIsolate()) {
            return;
        }
        List<ContractNode> nodes = stage.startUp(3);
        ContractNode isolated = nodes.getLast();
        stage.fixture().isolate(isolated.self());
        List<ContractNode> rest = nodes.subList(0, 2);
        stage.await("it is told", isolated::isRemoved);
        stage.await("it is removed", () -> rest.stream().allMatch(node -> node.seesUp(rest)));
        stage.check(rest.stream().noneMatch(ContractNode::isRemoved), "the larger part doesn't go on");
        stage.check(!isolated.engine().send(nodes.getFirst().self(), FrameChecks.frame(0)), "it still sends");
    }
}
