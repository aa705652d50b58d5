package dev.ropewalk.cluster.testkit.contract;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import java.time.Duration;
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
        for (int shard = 0; shard < Stage.SHARDS; shard++) {
            int number = shard;
            List<CompletableFuture<Node>> answers = nodes.stream()
                    .map(node -> node.engine().locate(Stage.TYPE, number).toCompletableFuture())
                    .toList();
            stage.await("answers", () -> answers.stream().allMatch(CompletableFuture::isDone));
            stage.check(answers.stream().map(CompletableFuture::join).distinct().count() == 1, "two owners");
            ContractNode owner = nodes.stream()
                    .filter(node -> node.self().equals(answers.getFirst().join()))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("the owner isn't a member"));
            stage.check(owner.owned().contains(number), "the owner wasn't told before");
        }
        stage.check(nodes.stream().noneMatch(node -> node.owned().isEmpty()), "a node owns nothing");
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#A_HAND_OFF_WAITS_FOR_THE_OWNER}. */
    public static void handOff(Stage stage) {
        List<ContractNode> nodes = stage.startUp(2);
        ContractNode staying = nodes.getFirst();
        ContractNode leaver = nodes.getLast();
        locateAll(staying);
        stage.check(!leaver.owned().isEmpty(), "it owns nothing");
        leaver.holdRevocations();
        CompletableFuture<Void> left = leaver.engine().leave().toCompletableFuture();
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
        CompletableFuture<Void> left = all.getLast().engine().leave().toCompletableFuture();
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
        CompletableFuture<Void> oldestLeft = oldest.engine().leave().toCompletableFuture();
        stage.await("the oldest has left", oldestLeft::isDone);
        checkAllAt(youngest, stage);
        CompletableFuture<Void> left = youngest.engine().leave().toCompletableFuture();
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
        locateAll(nodes.getFirst());
        ContractNode dead = nodes.getLast();
        stage.check(!dead.owned().isEmpty(), "it owns nothing");
        dead.stop();
        awaitMoved(stage, nodes.subList(0, 2), dead);
    }

    /** See {@link dev.ropewalk.cluster.testkit.EngineContract#SHARDS_OF_THE_ISOLATED_MOVE}. */
    public static void moveFromIsolated(Stage stage) {
        if (!stage.fixture().canIsolate()) {
            return;
        }
        List<ContractNode> nodes = stage.startUp(3);
        locateAll(nodes.getFirst());
        ContractNode isolated = nodes.getLast();
        stage.check(!isolated.owned().isEmpty(), "it owns nothing");
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
