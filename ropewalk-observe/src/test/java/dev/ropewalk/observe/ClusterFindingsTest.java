package dev.ropewalk.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.ClusterSnapshot;
import dev.ropewalk.cluster.ClusterStats;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.observe.Finding.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is found of clusters. */
class ClusterFindingsTest extends TwoLooks {
    private static final Node SELF = new Node("10.0.0.7", 17355, 255);
    private static final Node OTHER = new Node("10.0.0.6", 17355, 1);

    private static ClusterSnapshot cluster(MemberStatus status, boolean isReady, boolean isOtherReachable) {
        return new ClusterSnapshot(
                SELF,
                List.of(
                        new Member(SELF, status, true, Set.of()),
                        new Member(OTHER, MemberStatus.UP, isOtherReachable, Set.of())),
                isReady,
                stats(Map.of(), Map.of()));
    }

    private static ClusterStats stats(Map<Node, LinkStats> links, Map<Reason, Long> losses) {
        return new ClusterStats(links, losses, Map.of(), 0, 0);
    }

    private static ClusterSnapshot lost(Node self, Map<Reason, Long> losses) {
        return new ClusterSnapshot(self, List.of(), true, stats(Map.of(), losses));
    }

    private static ClusterSnapshot link(long sent, long inFlight, long credit) {
        var link = new LinkStats(sent, sent - inFlight, inFlight, credit, 0, 5, Map.of());
        return new ClusterSnapshot(SELF, List.of(), true, stats(Map.of(OTHER, link), Map.of()));
    }

    @Test
    void shouldBeHealthyWhileAllIsWell() {
        before.cluster(cluster(MemberStatus.UP, true, true));
        after.cluster(cluster(MemberStatus.UP, true, true));
        expectHealthy();
    }

    private List<Finding> foundAfter(long seconds) {
        return HealthReport.between(before.at(10), after.at(10 + seconds)).findings();
    }

    @Test
    void shouldFindANodeThatDoesNotBecomeReady() {
        before.cluster(cluster(MemberStatus.JOINING, false, true));
        after.cluster(cluster(MemberStatus.UP, false, true));

        assertThat(foundAfter(10))
                .singleElement()
                .hasToString(
                        "WARNING NOT_READY: Cluster shop: this node, which is UP, hasn't become ready within 10.0 s."
                                + " If nobody closes it, see that a node with the role of each type and singleton is up, and which of them don't answer.");
        assertThat(foundAfter(9)).isEmpty();
    }

    @Test
    void shouldNotExpectANodeToBeReadyThatHasJustBecomeSoOrLeaves() {
        before.cluster(cluster(MemberStatus.UP, false, true));
        after.cluster(cluster(MemberStatus.UP, true, true));
        assertThat(foundAfter(60)).isEmpty();
        after.cluster(cluster(MemberStatus.LEAVING, false, true));
        assertThat(foundAfter(60)).isEmpty();
    }

    @Test
    void shouldFindAMemberThatDoesNotAnswer() {
        before.cluster(cluster(MemberStatus.UP, true, false));
        after.cluster(cluster(MemberStatus.UP, true, false));

        assertThat(found().kind()).isEqualTo(Kind.UNREACHABLE_MEMBER);
        assertThat(found().what()).isEqualTo("1 of 2 members doesn't answer: [10.0.0.6:17355#1]");
    }

    @Test
    void shouldNotMindAMemberThatAnswersAgain() {
        before.cluster(cluster(MemberStatus.UP, true, false));
        after.cluster(cluster(MemberStatus.UP, true, true));
        expectHealthy();
    }

    @Test
    void shouldFindLossesByTheirReasons() {
        before.cluster(lost(SELF, Map.of(Reason.LINK, 3L)));
        after.cluster(lost(SELF, Map.of(Reason.LINK, 5L, Reason.NO_PLACE, 7L)));

        assertThat(found().kind()).isEqualTo(Kind.LOSSES);
        assertThat(found().what())
                .isEqualTo(
                        "messages were lost within 2.0 s, or states of entities not handed over: 7 NO_PLACE, 2 LINK");
    }

    @Test
    void shouldNotCompareANodeWithTheOneBefore() {
        before.cluster(lost(OTHER, Map.of()));
        after.cluster(lost(SELF, Map.of(Reason.LINK, 5L)));
        expectHealthy();
    }

    @Test
    void shouldFindALinkByWhichNothingCanLeave() {
        before.cluster(link(64, 9, 0));
        after.cluster(link(64, 1, 0));

        assertThat(found().kind()).isEqualTo(Kind.LINK_STALLED);
        assertThat(found().what())
                .isEqualTo(
                        "nothing could be sent to 10.0.0.6:17355#1 within 2.0 s, since as much is there already as may be;"
                                + " 1 message isn't acknowledged");
    }

    @Test
    void shouldNotTakeALinkForStalledThatMovesOrHasCreditOrHasJustBegun() {
        before.cluster(link(64, 9, 0));
        after.cluster(link(65, 9, 0));
        expectHealthy();
        after.cluster(link(64, 9, 1));
        expectHealthy();
        before.cluster(link(64, 9, 1));
        after.cluster(link(64, 9, 0));
        expectHealthy();
        before.cluster(link(0, 0, 0));
        after.cluster(link(0, 0, 0));
        expectHealthy();
    }
}
