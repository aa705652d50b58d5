package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.SplitBrain;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class JoiningTest {
    private static final List<NodeAddress> SEEDS =
            List.of(new NodeAddress("127.0.0.1", 20_001), new NodeAddress("127.0.0.1", 20_002));

    @Test
    void shouldFindAFreePort() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(2);
            assertThat(nodes.get(0).self().port()).isEqualTo(10_001);
            assertThat(nodes.get(1).self().port()).isEqualTo(10_002);
            assertThat(scene.network().engine().name()).isEqualTo("simulated");
        });
    }

    @Test
    void shouldRefuseAnAddressInUse() {
        Scene.play(scene -> {
            TestNode node = scene.startUp(1).getFirst();
            ClusterOptions same = Scene.options().port(node.self().port());
            assertThatThrownBy(() -> scene.start(same))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("127.0.0.1:10001");
            node.engine().stop();
            assertThat(scene.start(same).self().address()).isEqualTo(node.self().address());
        });
    }

    @Test
    void shouldTellTheStatusOnTheWay() {
        Scene.play(scene -> {
            TestNode node = scene.start(Scene.options());
            scene.pass(Scene.MOMENT);
            assertThat(scene.log()).hasSize(2);
            assertThat(scene.log().getFirst()).contains("JOINING");
            assertThat(scene.log().getLast()).contains("UP");
            assertThat(node.up()).containsExactly(node.self());
        });
    }

    @Test
    void shouldWaitForASeed() {
        Scene.play(scene -> {
            TestNode second = scene.start(Scene.options().port(20_002).seeds(SEEDS));
            TestNode third = scene.start(Scene.options().port(20_003).seeds(SEEDS));
            scene.pass(Duration.ofSeconds(10));
            assertThat(second.all()).isEmpty();
            assertThat(third.all()).isEmpty();
            TestNode first = scene.start(Scene.options().port(20_001).seeds(SEEDS));
            scene.pass(Scene.MOMENT);
            assertThat(first.up()).containsExactlyInAnyOrder(first.self(), second.self(), third.self());
            assertThat(third.up()).isEqualTo(first.up());
        });
    }

    @Test
    void shouldBringTheFirstSeedBackToTheOthers() {
        Scene.play(scene -> {
            TestNode first = scene.start(Scene.options().port(20_001).seeds(SEEDS));
            scene.pass(Scene.MOMENT);
            TestNode second = scene.start(Scene.options().port(20_002).seeds(SEEDS));
            scene.pass(Scene.MOMENT);
            scene.network().kill(first.self());
            TestNode again = scene.start(Scene.options().port(20_001).seeds(SEEDS));
            scene.pass(Scene.MOMENT);
            assertThat(second.up()).containsExactly(second.self(), again.self());
            assertThat(again.up()).isEqualTo(second.up());
        });
    }

    /** The second seed may be a member for all that the first one knows. */
    @Test
    void shouldFoundNoSecondClusterWhileASeedDoesNotAnswer() {
        Scene.play(scene -> {
            TestNode first = scene.start(Scene.options().port(20_001).seeds(SEEDS));
            scene.pass(Scene.MOMENT);
            TestNode second = scene.start(Scene.options().port(20_002).seeds(SEEDS));
            TestNode third = scene.start(Scene.options().port(20_003).seeds(SEEDS));
            scene.pass(Scene.MOMENT);
            scene.network().pause(second.self());
            scene.network().kill(first.self());
            TestNode again = scene.start(Scene.options().port(20_001).seeds(SEEDS));
            scene.pass(Duration.ofSeconds(2));
            assertThat(again.all()).isEmpty();
            scene.network().resume(second.self());
            scene.pass(Duration.ofSeconds(10));
            assertThat(again.up()).containsExactlyInAnyOrder(again.self(), second.self(), third.self());
        });
    }

    @Test
    void shouldFoundWhenTheSeedThatDoesNotAnswerHasEnded() {
        Scene.play(scene -> {
            TestNode second = scene.start(Scene.options().port(20_002).seeds(SEEDS));
            scene.pass(Scene.MOMENT);
            scene.network().isolate(second.self());
            TestNode first = scene.start(Scene.options().port(20_001).seeds(SEEDS));
            scene.pass(Duration.ofSeconds(2));
            assertThat(first.all()).isEmpty();
            scene.network().kill(second.self());
            scene.pass(Scene.MOMENT);
            assertThat(first.up()).containsExactly(first.self());
        });
    }

    @Test
    void shouldGiveUpWhenNoSeedAnswers() {
        Scene.play(scene -> {
            TestNode node =
                    scene.start(Scene.options().port(20_003).seeds(SEEDS).joinTimeout(Duration.ofSeconds(5)));
            scene.pass(Duration.ofMillis(4_900));
            assertThat(node.removed()).isEmpty();
            scene.pass(Duration.ofMillis(200));
            assertThat(node.removed()).hasValue("it hasn't joined within PT5S");
            TestNode seed = scene.start(Scene.options().port(20_001).seeds(SEEDS));
            scene.pass(Scene.MOMENT);
            assertThat(seed.all()).containsExactly(seed.self());
        });
    }

    @Test
    void shouldNotMeetAnotherCluster() {
        Scene.play(scene -> {
            TestNode node = scene.startUp(1).getFirst();
            ClusterOptions other =
                    ClusterOptions.defaults("shop", Scene.options().codecs()).joinTimeout(Duration.ofSeconds(1));
            TestNode stranger = scene.join(node, other);
            scene.pass(Duration.ofSeconds(2));
            assertThat(node.all()).containsExactly(node.self());
            assertThat(stranger.removed()).isPresent();
            assertThat(node.send(stranger, 1)).isFalse();
        });
    }

    @Test
    void shouldRefuseANodeWithOtherOptions() {
        Scene.play(scene -> {
            TestNode node = scene.startUp(1).getFirst();
            TestNode shards = scene.join(node, Scene.options().shards(7));
            TestNode decision = scene.join(node, Scene.options().splitBrain(SplitBrain.downAll()));
            scene.pass(Scene.MOMENT);
            assertThat(node.all()).containsExactly(node.self());
            assertThat(shards.removed()).hasValue("it can't join: the cluster has 128 shards, but it 7");
            assertThat(decision.removed())
                    .hasValue("it can't join: the cluster decides splits by KeepMajority[], but it by DownAll[]");
        });
    }

    @Test
    void shouldWaitWhileMembersDontReachEachOther() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            scene.network().kill(nodes.get(2).self());
            TestNode joining = scene.join(nodes.getFirst(), Scene.options().port(20_003));
            scene.pass(Scene.DETECTION);
            assertThat(joining.all()).isEmpty();
            scene.pass(Scene.STABLE.plus(Duration.ofSeconds(1)));
            assertThat(joining.up())
                    .containsExactly(nodes.get(0).self(), nodes.get(1).self(), joining.self());
        });
    }

    @Test
    void shouldLeaveBeforeItHasJoined() {
        Scene.play(scene -> {
            TestNode node = scene.start(Scene.options().port(20_003).seeds(SEEDS));
            var left = node.engine().leave(Duration.ofSeconds(30)).toCompletableFuture();
            scene.pass(Scene.MOMENT);
            assertThat(left).isCompleted();
            assertThat(node.removed()).hasValue("it has left before it had joined");
        });
    }
}
