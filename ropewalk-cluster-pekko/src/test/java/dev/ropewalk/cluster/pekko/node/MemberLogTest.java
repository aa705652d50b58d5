package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.SplitBrain;
import dev.ropewalk.testing.CapturedLog;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MemberLogTest {
    private static Member member(MemberStatus status, boolean isReachable) {
        return new Member(new Node("127.0.0.1", 2551, 1), status, isReachable, Set.of());
    }

    @Test
    void shouldTellThatAMemberLeaves() {
        Member up = member(MemberStatus.UP, true);
        Member leaving = member(MemberStatus.LEAVING, true);
        assertThat(MemberLog.news(up, leaving)).isEqualTo("leaves");
        assertThat(MemberLog.news(leaving, leaving)).isNull();
    }

    @Test
    void shouldNotSayThatAMemberLeavesThatIsGivenUp() {
        Member silent = member(MemberStatus.UP, false);
        Member givenUp = member(MemberStatus.LEAVING, false);
        assertThat(MemberLog.news(member(MemberStatus.UP, true), silent)).isEqualTo("doesn't answer");
        assertThat(MemberLog.news(silent, givenUp)).isNull();
        assertThat(MemberLog.news(member(MemberStatus.UP, true), givenUp)).isEqualTo("doesn't answer");
    }

    @Test
    void shouldTellOnceThatAMemberIsGivenUp() {
        Member up = member(MemberStatus.UP, true);
        Member down = member(MemberStatus.LEAVING, true);
        try (var captured = new CapturedLog("dev.ropewalk.cluster.pekko")) {
            var log = new MemberLog("shop", new Node("127.0.0.1", 2552, 2), SplitBrain.keepMajority());
            log.members(Map.of(up.node(), up), Set.of());
            log.members(Map.of(up.node(), down), Set.of(up.node()));
            log.members(Map.of(up.node(), down), Set.of(up.node()));
            assertThat(captured.messages("cluster shop: " + up.node()))
                    .containsExactly(
                            "cluster shop: " + up.node() + " is up", "cluster shop: " + up.node() + " is given up");
        }
    }

    @Test
    void shouldTellThatTwoPartsCanHaveAQuorum() {
        Member up = member(MemberStatus.UP, true);
        Member joining = member(MemberStatus.JOINING, true);
        assertThat(MemberLog.hasTwoQuorums(SplitBrain.staticQuorum(2), List.of(up, up, up, joining)))
                .isFalse();
        assertThat(MemberLog.hasTwoQuorums(SplitBrain.staticQuorum(2), List.of(up, up, up, up)))
                .isTrue();
        assertThat(MemberLog.hasTwoQuorums(SplitBrain.keepMajority(), List.of(up, up, up, up)))
                .isFalse();
    }
}
