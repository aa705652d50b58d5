package dev.ropewalk.cluster.pekko.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.pekko.wire.Answer;
import dev.ropewalk.cluster.pekko.wire.Standing;
import dev.ropewalk.testing.CapturedLog;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BallotTest {
    private static final NodeAddress SELF = node(9);
    private static final NodeAddress ASKER = node(1);
    private static final NodeAddress OTHER = node(2);
    private static final Map<String, String> TWO = Map.of("foundingNodes", "2");

    private final Seeds seeds = new DiscoveredSeeds(self -> List.of(), SELF, 2);
    private final SeedList list = new SeedList(seeds, SELF);
    private final Sights sights = new Sights();
    private final Ballot ballot = new Ballot(SELF, seeds, list, sights);

    private static NodeAddress node(int last) {
        return new NodeAddress("10.0.0." + last, 2551);
    }

    private static long at(int seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    private void found(NodeAddress... addresses) {
        list.looked(new Lookup(List.of(addresses), Optional.empty(), false, at(0)), at(0));
        sights.set(list.others(), at(0));
    }

    private Sight sight(NodeAddress node) {
        return Objects.requireNonNull(sights.of(node));
    }

    private void answer(NodeAddress node, Standing standing, int second) {
        sight(node).connected(Finding.takes("takes connections"), at(second));
        sight(node).answered(new Answer(at(second), standing, Map.of()));
    }

    private boolean promise(int second) {
        return ballot.promise(ASKER, TWO, at(second));
    }

    @Test
    void shouldNotVoteBeforeItHasFoundItsSeeds() {
        list.heard(ASKER, at(0));
        sights.set(list.others(), at(0));
        assertThat(promise(0)).isFalse();
        found(SELF, ASKER);
        assertThat(promise(0)).isTrue();
    }

    /** It may be a member that lives. */
    @Test
    void shouldNotVoteBeforeEachOtherNodeIsKnown() {
        found(SELF, ASKER, OTHER);
        assertThat(promise(0)).isFalse();
        sight(OTHER).looked(Optional.of(Finding.takes("says nothing")), at(0));
        assertThat(promise(0)).isFalse();
        sight(OTHER).looked(Optional.of(Finding.unknown("doesn't answer")), at(1));
        assertThat(promise(1)).isFalse();
        sight(OTHER).looked(Optional.of(Finding.absent("refuses connections")), at(2));
        assertThat(promise(2)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldVoteByWhatTheOthersSay(Standing standing) {
        found(SELF, ASKER, OTHER);
        answer(OTHER, standing, 1);
        assertThat(promise(2)).isEqualTo(standing == Standing.OUTSIDE || standing == Standing.CANDIDATE);
        assertThat(promise(5)).as("what it has said is old").isFalse();
    }

    @Test
    void shouldNotVoteForWhoNeedsFewerVotes() {
        found(SELF, ASKER);
        try (var log = new CapturedLog("dev.ropewalk.cluster.pekko")) {
            assertThat(ballot.promise(ASKER, Map.of(), at(0))).isFalse();
            assertThat(ballot.promise(ASKER, Map.of("foundingNodes", "1"), at(0)))
                    .isFalse();
            assertThat(ballot.promise(ASKER, Map.of("foundingNodes", "two"), at(0)))
                    .isFalse();
            assertThat(log.messages(Level.WARNING, "foundingNodes is 2 here, and at " + ASKER + " there is none"))
                    .hasSize(1);
        }
        assertThat(ballot.promise(ASKER, Map.of("foundingNodes", "3"), at(0))).isTrue();
    }

    @Test
    void shouldAskOfWhoHadThePromiseUntilItIsKnownToHaveFoundedNone() {
        found(SELF, ASKER);
        assertThat(promise(0)).isTrue();
        found(SELF, OTHER);
        ballot.settle(at(40));
        assertThat(list.forget(at(40), ballot.promisee())).isFalse();
        assertThat(list.others()).contains(ASKER);
        answer(ASKER, Standing.OUTSIDE, 41);
        ballot.settle(at(41));
        assertThat(list.forget(at(41), ballot.promisee())).isTrue();
    }

    /** All nodes have the same seeds then, and the one that founds has seen each. */
    @Test
    void shouldVoteWithoutMoreWhereSeedsAreFixed() {
        var fixed = new FixedSeeds(List.of(ASKER, SELF, OTHER));
        var own = new Ballot(SELF, fixed, new SeedList(fixed, SELF), new Sights());
        assertThat(own.promise(ASKER, Map.of(), at(0))).isTrue();
    }
}
