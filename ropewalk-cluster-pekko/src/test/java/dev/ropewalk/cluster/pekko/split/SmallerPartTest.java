package dev.ropewalk.cluster.pekko.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.SplitBrain;
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
        return new SmallerPart(splitBrain, Duration.ofSeconds(2), node -> heard.contains(node.port()));
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
