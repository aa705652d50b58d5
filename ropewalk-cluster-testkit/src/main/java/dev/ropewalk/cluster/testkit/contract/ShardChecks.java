package dev.ropewalk.cluster.testkit.contract;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Checks of shards. */
public final class ShardChecks {
    private static final String ROLE_TYPE = "stock";
    private static final String LATE_TYPE = "coupon";

    private ShardChecks() {}

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#A_SHARD_HAS_ONE_OWNER}. */
    public static void oneOwner(Stage stage) {
        List<ContractNode> nodes = stage.startUp(3);
        nodes.forEach(node -> awaitShare(stage, nodes.getFirst(), node));
        for (int shard = 0; shard < Stage.SHARDS; shard++) {
            int number = shard;
            stage.await(
                    "one owner of shard " + number,
                    () -> owners(stage, nodes, number).size() == 1);
        }
    }

    /** Asks each node who owns a shard. While it moves they may tell different ones, each of which has owned it. */
    private static Set<Node> owners(Stage stage, List<ContractNode> nodes, int shard) {
        Set<Node> owners = new HashSet<>();
        for (ContractNode asked : nodes) {
            Node found = asked.locate(shard);
            ContractNode owner = nodes.stream()
                    .filter(node -> node.self().equals(found))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("the owner isn't a member: " + found));
            stage.check(owner.hasEverOwned(shard), "the owner wasn't told before");
            owners.add(found);
        }
        return owners;
    }

    /** Waits until a node owns shards: first ones may be given to nodes that were there before it, and move to it afterwards. */
    static void awaitShare(Stage stage, ContractNode asked, ContractNode owner) {
        stage.await(owner.self() + " owns shards", () -> {
            locateAll(asked);
            return !owner.owned().isEmpty();
        });
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#A_HAND_OFF_WAITS_FOR_THE_OWNER}. */
    public static void handOff(Stage stage) {
        List<ContractNode> nodes = stage.startUp(2);
        ContractNode staying = nodes.getFirst();
        ContractNode leaver = nodes.getLast();
        awaitShare(stage, staying, leaver);
        leaver.holdRevocations();
        CompletableFuture<Void> left =
                leaver.engine().leave(ContractNode.TIME_TO_LEAVE).toCompletableFuture();
        stage.await("a shard is revoked", () -> !leaver.heldRevocations().isEmpty());
        int shard = leaver.heldRevocations().iterator().next();
        CompletableFuture<Node> located =
                staying.engine().locate(Stage.TYPE, shard).toCompletableFuture();
        stage.pass(Duration.ofMillis(300));
        stage.check(!left.isDone() && !leaver.isRemoved(), "it has left before it has ended what lives there");
        stage.check(!staying.owned().contains(shard), "the next owner was told");
        stage.check(!isAt(staying, located), "the next owner was found");
        leaver.endRevocations();
        stage.await("it has left", left::isDone);
        locateAll(staying);
        stage.await("the other one owns all", () -> staying.owned().size() == Stage.SHARDS);
    }

    private static boolean isAt(ContractNode node, CompletableFuture<Node> located) {
        return located.isDone()
                && !located.isCompletedExceptionally()
                && located.join().equals(node.self());
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#SHARDS_STAY_WITH_THEIR_ROLE}. */
    public static void stayWithRole(Stage stage) {
        Optional<String> role = Optional.of("store");
        ClusterOptions storing = stage.options().roles(Set.of("store", "web"));
        ContractNode first = stage.start(stage.options().roles(Set.of("web")));
        stage.await("it is up", () -> first.seesUp(List.of(first)));
        first.engine().host(ROLE_TYPE, role);
        CompletableFuture<Node> early = first.engine().locate(ROLE_TYPE, 0).toCompletableFuture();
        stage.pass(Duration.ofMillis(300));
        stage.check(!early.isDone() || early.isCompletedExceptionally(), "a shard has an owner without the role");
        List<ContractNode> all = List.of(first, stage.startAt(first, storing), stage.startAt(first, storing));
        stage.await("all are up", () -> all.stream().allMatch(node -> node.seesUp(all)));
        all.subList(1, 3).forEach(node -> node.engine().host(ROLE_TYPE, role));
        stage.await("both with the role own shards", () -> {
            all.forEach(node -> IntStream.range(0, Stage.SHARDS).forEach(shard -> node.locate(ROLE_TYPE, shard)));
            return all.subList(1, 3).stream()
                    .noneMatch(node -> node.owned(ROLE_TYPE).isEmpty());
        });
        stage.check(first.owned(ROLE_TYPE).isEmpty(), "a node without the role owns shards");
        CompletableFuture<Void> left =
                all.getLast().engine().leave(ContractNode.TIME_TO_LEAVE).toCompletableFuture();
        stage.await("it has left", left::isDone);
        IntStream.range(0, Stage.SHARDS)
                .forEach(shard -> stage.check(
                        first.locate(ROLE_TYPE, shard).equals(all.get(1).self()),
                        "shard " + shard + " isn't owned by the only node that has the role"));
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#TYPES_MAY_BE_ON_SOME_NODES}. */
    public static void onSomeNodes(Stage stage) {
        List<ContractNode> nodes = stage.startUp(3);
        ContractNode oldest = nodes.getFirst();
        ContractNode youngest = nodes.getLast();
        youngest.engine().host(LATE_TYPE, Optional.empty());
        checkAllAt(youngest, stage);
        oldest.engine().host(LATE_TYPE, Optional.empty());
        stage.await("the oldest owns some", () -> {
            locateAll(oldest, LATE_TYPE);
            return !oldest.owned(LATE_TYPE).isEmpty();
        });
        stage.check(nodes.get(1).owned(LATE_TYPE).isEmpty(), "a node that doesn't host the type owns shards");
        CompletableFuture<Void> oldestLeft =
                oldest.engine().leave(ContractNode.TIME_TO_LEAVE).toCompletableFuture();
        stage.await("the oldest has left", oldestLeft::isDone);
        checkAllAt(youngest, stage);
        CompletableFuture<Void> left =
                youngest.engine().leave(ContractNode.TIME_TO_LEAVE).toCompletableFuture();
        stage.await("the last one that hosts the type has left", left::isDone);
    }

    private static void checkAllAt(ContractNode owner, Stage stage) {
        IntStream.range(0, Stage.SHARDS)
                .forEach(shard -> stage.check(
                        owner.locate(LATE_TYPE, shard).equals(owner.self()),
                        "shard " + shard + " isn't owned by the only node that hosts its type"));
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#SHARDS_OF_THE_DEAD_MOVE}. */
    public static void moveFromDead(Stage stage) {
        List<ContractNode> nodes = stage.startUp(3);
        ContractNode dead = nodes.getLast();
        awaitShare(stage, nodes.getFirst(), dead);
        dead.stop();
        awaitMoved(stage, nodes.subList(0, 2), dead);
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#SHARDS_OF_THE_ISOLATED_MOVE}. */
    public static void moveFromIsolated(Stage stage) {
        if (!stage.fixture().canIsolate()) {
            return;
        }
        List<ContractNode> nodes = stage.startUp(3);
        ContractNode isolated = nodes.getLast();
        awaitShare(stage, nodes.getFirst(), isolated);
        stage.fixture().isolate(isolated.self());
        awaitMoved(stage, nodes.subList(0, 2), isolated);
        stage.check(isolated.isRemoved(), "it wasn't told");
    }

    private static void awaitMoved(Stage stage, List<ContractNode> rest, ContractNode gone) {
        stage.await("all shards are the others'", () -> {
            locateAll(rest.getFirst());
            return rest.stream().mapToInt(node -> node.owned().size()).sum() == Stage.SHARDS;
        });
        stage.check(gone.owned().isEmpty(), "one that is gone owns shards");
    }

    private static void locateAll(ContractNode node) {
        locateAll(node, Stage.TYPE);
    }

    private static void locateAll(ContractNode node, String type) {
        IntStream.range(0, Stage.SHARDS).forEach(shard -> node.locate(type, shard));
    }
}
