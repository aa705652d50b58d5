package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.pekko.settings.Settings;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorIdentity;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.Identify;
import org.apache.pekko.actor.InvalidActorNameException;
import org.apache.pekko.actor.Props;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.MemberStatus.Up$;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.pattern.Patterns;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import scala.collection.immutable.IndexedSeq;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

/** Placement on a node that is alone, with actors that stand for regions. */
class PlacementTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final ActorSystem SYSTEM = ActorSystem.create(
            "shop",
            Settings.of(
                    ClusterOptions.defaults("shop", CodecRegistry.builder().build())
                            .plaintext(true),
                    PlacementTest.class.getClassLoader()));

    private final HostedTypes hosted = new HostedTypes();
    private final Margin margin = new Margin(Duration.ofMinutes(1));
    private final Placement placement = new Placement(SYSTEM, "box", hosted, margin);

    @BeforeAll
    static void join() {
        Cluster cluster = Cluster.get(SYSTEM);
        cluster.join(cluster.selfAddress());
        Await.until("the node is up", () -> cluster.selfMember().status() instanceof Up$, LONG);
    }

    @AfterAll
    static void end() {
        SYSTEM.terminate();
        Await.until("the node has ended", () -> SYSTEM.whenTerminated().isCompleted(), LONG);
    }

    private static ActorRef region(String name) {
        return SYSTEM.actorOf(Props.empty(), name);
    }

    /** Returns the next incarnation, when Pekko has forgotten the name of the one that has ended. */
    private static ActorRef next(String name) {
        List<ActorRef> next = new ArrayList<>();
        Await.until(
                "the name is free",
                () -> {
                    try {
                        return next.add(region(name));
                    } catch (InvalidActorNameException taken) {
                        return false;
                    }
                },
                LONG);
        return next.getFirst();
    }

    private static IndexedSeq<String> shards(int count) {
        return seq(IntStream.range(0, count).mapToObj(Integer::toString).toList());
    }

    private static IndexedSeq<String> seq(List<String> shards) {
        return CollectionConverters.asScala(shards).toIndexedSeq();
    }

    private static <T> T get(Future<T> future) {
        return get(FutureConverters.asJava(future));
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(LONG.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    @Test
    void shouldPlaceShardsOnNodesThatHostTheType() {
        Map<ActorRef, IndexedSeq<String>> regions = Map.of(region("full"), shards(6), region("empty"), shards(0));
        ActorRef any = SYSTEM.deadLetters();
        assertThat(get(placement.allocateShard(any, "7", regions))).isEqualTo(any);
        assertThat(get(placement.rebalance(regions, Set.of()))).isEmpty();
        hosted.add(Cluster.get(SYSTEM).selfUniqueAddress(), "box");
        assertThat(get(placement.allocateShard(any, "7", regions)).path().name())
                .isEqualTo("empty");
        Await.until(
                "a shard moves when both regions have answered in time",
                () -> get(placement.rebalance(regions, Set.of())).equals(Set.of("5")),
                LONG);
        hosted.leaves(Cluster.get(SYSTEM).selfUniqueAddress());
        assertThat(get(placement.allocateShard(any, "7", regions))).isEqualTo(any);
        assertThat(get(placement.rebalance(regions, Set.of()))).isEmpty();
    }

    @Test
    void shouldPlaceAndMoveNothingSoonAfterANodeWasTakenOut() {
        Cluster cluster = Cluster.get(SYSTEM);
        hosted.add(cluster.selfUniqueAddress(), "box");
        Map<ActorRef, IndexedSeq<String>> regions = Map.of(region("many"), shards(6), region("none"), shards(0));
        ActorRef any = SYSTEM.deadLetters();
        ActorRef types = SYSTEM.actorOf(
                Props.create(TypesActor.class, () -> new TypesActor(hosted, margin, type -> {})), "types");
        assertThat(get(placement.allocateShard(any, "7", regions)).path().name())
                .isEqualTo("none");
        Await.until(
                "a shard moves when both regions have answered in time",
                () -> !get(placement.rebalance(regions, Set.of())).isEmpty(),
                LONG);
        Member self = cluster.selfMember();
        var other = new UniqueAddress(new Address("pekko", "shop", "other", 2551), 1L);
        var down = new Member(other, 2, MemberStatus.down(), self.roles(), self.appVersion());
        types.tell(new ClusterEvent.MemberDowned(down), ActorRef.noSender());
        Await.until("the actor has heard it", () -> !margin.isOver(System.nanoTime()), LONG);
        assertThat(get(placement.allocateShard(any, "7", regions))).isEqualTo(any);
        assertThat(get(placement.rebalance(regions, Set.of()))).isEmpty();
    }

    @Test
    void shouldTellOfAMoveOnceUntilItHasBegun() {
        hosted.add(Cluster.get(SYSTEM).selfUniqueAddress(), "box");
        long[] now = {System.nanoTime()};
        var checked = new Placement(
                SYSTEM, "box", hosted, margin, region -> CompletableFuture.completedFuture(true), () -> now[0]);
        ActorRef source = region("source");
        ActorRef target = region("target");
        Map<ActorRef, IndexedSeq<String>> before = Map.of(source, shards(6), target, shards(0));
        assertThat(get(checked.rebalance(before, Set.of()))).containsExactly("5");
        assertThat(get(checked.rebalance(before, Set.of()))).isEmpty();
        Map<ActorRef, IndexedSeq<String>> after = Map.of(source, shards(5), target, seq(List.of("5")));
        assertThat(get(checked.rebalance(after, Set.of()))).containsExactly("4");
        now[0] += Duration.ofSeconds(2).toNanos();
        assertThat(get(checked.rebalance(after, Set.of()))).isEmpty();
        now[0]++;
        assertThat(get(checked.rebalance(after, Set.of())))
                .as("it was forgotten")
                .contains("4");
    }

    @Test
    void shouldMoveNothingBesideADeadIncarnation() {
        checkThatNothingMoves(placement, "again");
    }

    /** The address of a dead region answers: with the next one. */
    @Test
    void shouldNoticeOneThatAsksAddresses() {
        var broken = new Placement(SYSTEM, "box", hosted, margin, PlacementTest::answersByAddress, System::nanoTime);
        assertThatThrownBy(() -> checkThatNothingMoves(broken, "twice")).isInstanceOf(AssertionError.class);
    }

    private static CompletionStage<Boolean> answersByAddress(ActorRef region) {
        return Patterns.ask(SYSTEM.actorSelection(region.path()), new Identify("any"), LONG)
                .thenApply(answer -> ((ActorIdentity) answer).getActorRef().isPresent());
    }

    private void checkThatNothingMoves(Placement checked, String name) {
        hosted.add(Cluster.get(SYSTEM).selfUniqueAddress(), "box");
        ActorRef dead = region(name);
        assertThat(get(Patterns.gracefulStop(dead, LONG))).isTrue();
        ActorRef live = next(name);
        assertThat(live.path()).isEqualTo(dead.path());
        for (var regions :
                List.of(Map.of(dead, shards(6), live, shards(0)), Map.of(dead, shards(0), live, shards(6)))) {
            assertThat(get(checked.rebalance(regions, Set.of()))).isEmpty();
        }
    }
}
