package dev.ropewalk.cluster.pekko.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Arrays;
import java.util.List;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.Reachability;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.sbr.DowningStrategy;
import org.apache.pekko.cluster.sbr.KeepMajority;
import org.apache.pekko.util.Version;
import org.junit.jupiter.api.Test;
import scala.Option;
import scala.collection.immutable.Set;
import scala.jdk.javaapi.CollectionConverters;

/** Decisions of five nodes, as the third one takes them. */
class LivingObserversTest {
    private static final String DATA_CENTER = "default";

    private Reachability reachability = Reachability.empty();

    private static UniqueAddress node(int number) {
        return new UniqueAddress(Address.apply("pekko", "shop", "127.0.0.1", number), (long) number);
    }

    private static DowningStrategy bare() {
        return new KeepMajority(DATA_CENTER, Option.empty(), node(3));
    }

    private static DowningStrategy living() {
        return new LivingObservers(bare(), DATA_CENTER, node(3));
    }

    private void misses(int observer, int subject) {
        reachability = reachability.unreachable(node(observer), node(subject));
    }

    /** Returns which nodes are to end. */
    private List<Integer> decision(DowningStrategy strategy, List<Integer> unreachable, Integer... seenBy) {
        Set<String> roles =
                CollectionConverters.asScala(List.of("dc-" + DATA_CENTER)).toSet();
        for (int number = 1; number <= 5; number++) {
            var member = new Member(node(number), number, MemberStatus.up(), roles, Version.Zero());
            strategy.add(member);
            if (unreachable.contains(number)) {
                strategy.addUnreachable(member);
            }
        }
        strategy.setReachability(reachability);
        strategy.setSeenBy(CollectionConverters.asScala(Arrays.stream(seenBy)
                        .map(number -> node(number).address())
                        .toList())
                .toSet());
        return CollectionConverters.asJava(strategy.nodesToDown(strategy.decide())).stream()
                .map(down -> (int) down.longUid())
                .sorted()
                .toList();
    }

    /** The first node fails; the second one finds that out, and fails, too. */
    private void failOneAfterTheOther() {
        for (int observer = 2; observer <= 5; observer++) {
            misses(observer, 1);
        }
        for (int observer = 3; observer <= 5; observer++) {
            misses(observer, 2);
        }
    }

    @Test
    void shouldGoOnWithoutTwoNodesThatFailOneAfterTheOther() {
        failOneAfterTheOther();
        assertThat(decision(living(), List.of(1, 2), 3, 4, 5)).containsExactly(1, 2);
    }

    @Test
    void shouldDecideWhatPekkoFindsNoDecisionFor() {
        failOneAfterTheOther();
        assertThatIllegalStateException()
                .isThrownBy(() -> decision(bare(), List.of(1, 2), 3, 4, 5))
                .withMessageContaining("downing all instead");
    }

    /** The second node has lost the fifth one for a while, and said so; then it fails, and the first one, too. */
    private void failAfterAFalseAlarm() {
        misses(2, 5);
        for (int observer = 3; observer <= 5; observer++) {
            misses(observer, 1);
            misses(observer, 2);
        }
    }

    @Test
    void shouldGoOnWithANodeThatOnlyADeadOneMisses() {
        failAfterAFalseAlarm();
        assertThat(decision(living(), List.of(1, 2, 5), 3, 4, 5)).containsExactly(1, 2);
    }

    /** A node that nobody hears, and that heard nobody when it came back for a moment, has said so of all. */
    @Test
    void shouldGoOnWithoutANodeThatMissedAll() {
        for (int subject : List.of(1, 3, 4, 5)) {
            misses(2, subject);
            misses(subject, 2);
        }
        assertThat(decision(living(), List.of(1, 2, 4, 5), 1, 3, 4, 5)).containsExactly(2);
        assertThat(decision(bare(), List.of(1, 2, 4, 5), 1, 3, 4, 5)).containsExactly(1, 2, 3, 4, 5);
    }

    /** A node joins, so that the gossip changes: for a moment only this node has seen it. */
    @Test
    void shouldDecideAsBeforeWhenTheGossipHasJustChanged() {
        misses(1, 2);
        misses(2, 1);
        DowningStrategy strategy = living();
        assertThat(decision(strategy, List.of(1, 2), 1, 2, 3, 4, 5)).containsExactly(1, 2);
        strategy.setSeenBy(
                CollectionConverters.asScala(List.of(node(3).address())).toSet());
        strategy.setReachability(Reachability.apply(reachability.records(), reachability.versions()));
        assertThat(CollectionConverters.asJava(strategy.indirectlyConnected())).hasSize(2);
        assertThat(strategy.decide().isIndirectlyConnected()).isTrue();
    }

    /** The third node is cut off after it has found out that the first one has failed. */
    @Test
    void shouldEndAloneWhenItIsCutOffLater() {
        for (int observer = 2; observer <= 5; observer++) {
            misses(observer, 1);
        }
        for (int subject : List.of(2, 4, 5)) {
            misses(3, subject);
        }
        assertThat(decision(living(), List.of(1, 2, 4, 5), 3)).containsExactly(3);
    }

    @Test
    void shouldEndWhoIsReachedByWayOfOthersOnly() {
        misses(1, 2);
        misses(2, 1);
        assertThat(decision(living(), List.of(1, 2), 1, 2, 3, 4, 5)).containsExactly(1, 2);
        assertThat(decision(bare(), List.of(1, 2), 1, 2, 3, 4, 5)).containsExactly(1, 2);
    }

    @Test
    void shouldGoOnAfterACleanSplit() {
        for (int observer = 3; observer <= 5; observer++) {
            misses(observer, 1);
            misses(observer, 2);
        }
        assertThat(decision(living(), List.of(1, 2), 3, 4, 5)).containsExactly(1, 2);
    }

    @Test
    void shouldForgetThatAMemberTakesPartThatIsGone() {
        var strategy = new LivingObservers(bare(), DATA_CENTER, node(3));
        assertThat(decision(strategy, List.of(), 1, 2, 3, 4, 5)).isEmpty();
        for (Member member : CollectionConverters.asJava(strategy.members())) {
            assertThat(strategy.takesPart(member.address())).isTrue();
            strategy.remove(member);
            assertThat(strategy.takesPart(member.address())).isFalse();
        }
    }

    @Test
    void shouldForgetAMemberThatIsGone() {
        DowningStrategy strategy = living();
        failOneAfterTheOther();
        assertThat(decision(strategy, List.of(1, 2), 3, 4, 5)).containsExactly(1, 2);
        for (Member member : CollectionConverters.asJava(strategy.unreachableMembers())) {
            strategy.remove(member);
        }
        reachability = Reachability.empty();
        strategy.setReachability(reachability);
        assertThat(CollectionConverters.asJava(strategy.unreachable())).isEmpty();
        assertThat(CollectionConverters.asJava(strategy.nodesToDown(strategy.decide())))
                .isEmpty();
    }
}
