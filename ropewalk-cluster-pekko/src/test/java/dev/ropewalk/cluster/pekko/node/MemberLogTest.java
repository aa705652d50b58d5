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
import java.util.logging.Level;
import java.util.stream.Stream;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.sbr.StaticQuorum;
import org.apache.pekko.util.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

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

    @ParameterizedTest
    @CsvSource({
        "true, ends at once, 'has ended: it has left at once, or a new node has its address'",
        "false, is given up, 'was removed: it didn''t answer, or a new node has its address'"
    })
    void shouldTellOnceThatAMemberEndsThoughItDoesNotLeave(boolean answers, String first, String last) {
        Member up = member(MemberStatus.UP, answers);
        Member down = member(MemberStatus.LEAVING, answers);
        Member later = member(MemberStatus.LEAVING, false);
        try (var captured = new CapturedLog("dev.ropewalk.cluster.pekko")) {
            var log = new MemberLog("shop", new Node("127.0.0.1", 2552, 2), SplitBrain.keepMajority());
            log.members(Map.of(up.node(), up), Set.of(), 1);
            log.members(Map.of(up.node(), down), Set.of(up.node()), 0);
            log.members(Map.of(up.node(), later), Set.of(up.node()), 0);
            log.removed(up.node(), false);
            String node = "cluster shop: " + up.node() + " ";
            assertThat(captured.messages(node))
                    .containsExactly(
                            node + "is up" + (answers ? "" : ", and doesn't answer"), node + first, node + last);
            assertThat(captured.messages(Level.WARNING, node)).hasSize(answers ? 0 : 2);
        }
    }

    @ParameterizedTest
    @CsvSource({"JOINING, 'hasn''t become a member'", "UP, is no member any more"})
    void shouldTellANodeThatHasEndedFromOneThatCouldNotJoin(MemberStatus status, String end) {
        Member own = member(status, true);
        try (var captured = new CapturedLog("dev.ropewalk.cluster.pekko")) {
            var log = new MemberLog("shop", own.node(), SplitBrain.keepMajority());
            log.members(Map.of(own.node(), own), Set.of(), 1);
            log.ended(true, "it has left");
            assertThat(captured.messages("this node, " + own.node() + ", " + end + ": it has left"))
                    .hasSize(1);
        }
    }

    @Test
    void shouldTellThatTwoPartsCanHaveAQuorum() {
        assertThat(MemberLog.hasTwoQuorums(SplitBrain.staticQuorum(2), 3)).isFalse();
        assertThat(MemberLog.hasTwoQuorums(SplitBrain.staticQuorum(2), 4)).isTrue();
        assertThat(MemberLog.hasTwoQuorums(SplitBrain.keepMajority(), 4)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("statuses")
    void shouldCountForAQuorumWhomPekkoCounts(org.apache.pekko.cluster.MemberStatus status) {
        var address = new UniqueAddress(Address.apply("pekko", "shop", "127.0.0.1", 2551), 1L);
        var member = new org.apache.pekko.cluster.Member(
                address,
                1,
                status,
                CollectionConverters.asScala(List.of("dc-default")).toSet(),
                Version.Zero());
        var strategy = new StaticQuorum("default", 1, Option.empty(), address);
        strategy.add(member);
        assertThat(MembersActor.isCounted(status)).isEqualTo(strategy.members().contains(member));
    }

    static Stream<org.apache.pekko.cluster.MemberStatus> statuses() {
        return Stream.of(
                org.apache.pekko.cluster.MemberStatus.joining(),
                org.apache.pekko.cluster.MemberStatus.weaklyUp(),
                org.apache.pekko.cluster.MemberStatus.up(),
                org.apache.pekko.cluster.MemberStatus.leaving(),
                org.apache.pekko.cluster.MemberStatus.exiting(),
                org.apache.pekko.cluster.MemberStatus.down());
    }
}
