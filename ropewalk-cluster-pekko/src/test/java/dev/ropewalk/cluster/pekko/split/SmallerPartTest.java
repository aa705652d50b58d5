package dev.ropewalk.cluster.pekko.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.SplitBrain;
import dev.ropewalk.cluster.pekko.settings.Hosts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SmallerPartTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long PATIENCE = 3 * SECOND;

    private final Set<Integer> heard = new HashSet<>();

    private static Node node(int number) {
        return new Node("127.0.0.1", number, 1);
    }

    private SmallerPart part(SplitBrain splitBrain) {
        return new SmallerPart(
                node(1), splitBrain, Duration.ofSeconds(2), Hosts.order(), node -> heard.contains(node.port()));
    }

    /** Returns five members, of which some aren't reachable. */
    private static List<Member> without(Integer... unreachable) {
        List<Member> members = new ArrayList<>();
        for (int number = 1; number <= 5; number++) {
            boolean isReachable = !List.of(unreachable).contains(number);
            members.add(new Member(node(number), MemberStatus.UP, isReachable, Set.of()));
        }
        return members;
    }

    private boolean isLost(SplitBrain splitBrain, List<Member> members) {
        SmallerPart part = part(splitBrain);
        part.note(members, 0);
        return part.isLost(PATIENCE);
    }

    @Test
    void shouldBeLostWhenItMissesMoreThanItHas() {
        assertThat(isLost(SplitBrain.keepMajority(), without(3, 4, 5))).isTrue();
        assertThat(isLost(SplitBrain.keepMajority(), without(4, 5))).isFalse();
        assertThat(isLost(SplitBrain.keepMajority(), without())).isFalse();
    }

    @Test
    void shouldNotBeLostByTwoEqualParts() {
        List<Member> four = new ArrayList<>(without(3, 4));
        four.removeLast();
        assertThat(isLost(SplitBrain.keepMajority(), four)).isFalse();
    }

    @Test
    void shouldBeLostByTwoEqualPartsIfTheOtherOneHasTheLowestAddress() {
        List<Member> four = new ArrayList<>(without(3, 4));
        four.removeLast();
        var last = new SmallerPart(
                node(1),
                SplitBrain.keepMajority(),
                Duration.ofSeconds(2),
                Hosts.order().reversed(),
                node -> false);
        last.note(four, 0);
        assertThat(last.isLost(PATIENCE)).isTrue();
    }

    @Test
    void shouldNotTakeForTheLowestWhoIsGivenUp() {
        List<Member> three = new ArrayList<>(without(1, 3).subList(0, 3));
        three.set(0, new Member(node(1), MemberStatus.LEAVING, false, Set.of()));
        var second = new SmallerPart(
                node(2), SplitBrain.keepMajority(), Duration.ofSeconds(2), Hosts.order(), node -> false);
        second.note(three, 0);
        assertThat(second.isLost(PATIENCE)).isFalse();
    }

    @Test
    void shouldNotCountWhoJoins() {
        List<Member> members = new ArrayList<>(without(3, 4, 5));
        members.add(new Member(node(6), MemberStatus.JOINING, true, Set.of()));
        assertThat(isLost(SplitBrain.keepMajority(), members)).isTrue();
        assertThat(isLost(SplitBrain.staticQuorum(3), members)).isTrue();
    }

    @Test
    void shouldNotBeLostWhileItJoins() {
        List<Member> members = new ArrayList<>(without(3, 4, 5));
        members.set(0, new Member(node(1), MemberStatus.JOINING, true, Set.of()));
        assertThat(isLost(SplitBrain.keepMajority(), members)).isFalse();
        assertThat(isLost(SplitBrain.downAll(), members)).isFalse();
    }

    /** It may have left already as the others see that. */
    @Test
    void shouldCountWhoLeavesAndIsNotHeardOnNeitherSide() {
        List<Member> members = new ArrayList<>(without(3, 4, 5));
        members.set(4, new Member(node(5), MemberStatus.LEAVING, false, Set.of()));
        assertThat(isLost(SplitBrain.keepMajority(), members)).isFalse();
        assertThat(isLost(SplitBrain.staticQuorum(3), members)).isTrue();
        members.set(1, new Member(node(2), MemberStatus.LEAVING, false, Set.of()));
        assertThat(isLost(SplitBrain.keepMajority(), members)).isTrue();
    }

    @Test
    void shouldSayWhenItIsLost() {
        SmallerPart part = part(SplitBrain.keepMajority());
        part.note(without(4, 5), 0);
        assertThat(part.nanosUntilLost(SECOND)).isEqualTo(Long.MAX_VALUE);
        part.note(without(3, 4, 5), SECOND);
        assertThat(part.nanosUntilLost(2 * SECOND)).isEqualTo(PATIENCE - SECOND);
        assertThat(part.nanosUntilLost(SECOND + 2 * PATIENCE)).isZero();
    }

    @Test
    void shouldBeLostWithoutAQuorum() {
        assertThat(isLost(SplitBrain.staticQuorum(4), without(5))).isFalse();
        assertThat(isLost(SplitBrain.staticQuorum(4), without(4, 5))).isTrue();
        assertThat(isLost(SplitBrain.staticQuorum(6), without())).isFalse();
    }

    @Test
    void shouldBeLostByAnySplitIfAllAreToEnd() {
        assertThat(isLost(SplitBrain.downAll(), without(5))).isTrue();
        assertThat(isLost(SplitBrain.downAll(), without())).isFalse();
    }

    @Test
    void shouldLeaveItToPekkoWhoIsTheOldest() {
        assertThat(isLost(SplitBrain.keepOldest(), without(1, 2, 3, 4))).isFalse();
    }

    @Test
    void shouldCountOnlyWhomItDoesNotHearItselfAndWhoIsUp() {
        heard.add(3);
        assertThat(isLost(SplitBrain.keepMajority(), without(3, 4, 5))).isFalse();
        heard.clear();
        List<Member> members = without(3, 4, 5);
        members.set(2, new Member(node(3), MemberStatus.JOINING, false, Set.of()));
        assertThat(isLost(SplitBrain.keepMajority(), members)).isFalse();
    }

    @Test
    void shouldBeLostWhenItHasBeenTooSmallForLongWhateverChangesInIt() {
        SmallerPart part = part(SplitBrain.keepMajority());
        part.note(without(4, 5), 0);
        part.note(without(3, 4, 5), SECOND);
        part.note(without(2, 3, 4, 5), 2 * SECOND);
        part.note(without(3, 4, 5), 3 * SECOND);
        assertThat(part.isLost(SECOND + PATIENCE - 1)).isFalse();
        assertThat(part.isLost(SECOND + PATIENCE)).isTrue();
    }

    @Test
    void shouldBeginAnewWhenItWasLargeEnoughMeanwhile() {
        SmallerPart part = part(SplitBrain.keepMajority());
        part.note(without(3, 4, 5), 0);
        part.note(without(4, 5), PATIENCE - 2);
        assertThat(part.isLost(PATIENCE)).isFalse();
        part.note(without(3, 4, 5), PATIENCE - 1);
        assertThat(part.isLost(PATIENCE)).isFalse();
        assertThat(part.isLost(PATIENCE - 1 + PATIENCE)).isTrue();
    }
}
