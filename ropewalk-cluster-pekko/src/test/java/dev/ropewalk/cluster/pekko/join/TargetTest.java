package dev.ropewalk.cluster.pekko.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.pekko.wire.Answer;
import dev.ropewalk.cluster.pekko.wire.Standing;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TargetTest {
    private static final NodeAddress ONE = new NodeAddress("10.0.0.1", 2551);
    private static final NodeAddress OTHER = new NodeAddress("10.0.0.2", 2551);

    private final Sights sights = new Sights();
    private final Target target = new Target();

    private static long at(int seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    private Sight sight(NodeAddress node) {
        return Objects.requireNonNull(sights.of(node));
    }

    private void answer(NodeAddress node, Standing standing, int second) {
        sight(node).connected(Finding.takes("takes connections"), at(second));
        sight(node).answered(new Answer(at(second), standing, Map.of()));
    }

    /** It joins by a member. */
    private void join() {
        sights.set(List.of(ONE, OTHER), at(0));
        answer(ONE, Standing.MEMBER, 0);
        assertThat(target.choose(sights.members(at(0)), at(0))).contains(ONE);
    }

    private boolean settle(int second) {
        boolean isLost = target.settle(sights, at(second));
        assertThat(target.isSet()).isEqualTo(!isLost);
        return isLost;
    }

    @Test
    void shouldTryTheNextMemberWhenOneDoesNotLetItIn() {
        join();
        assertThat(target.choose(sights.members(at(1)), at(1))).isEmpty();
        answer(ONE, Standing.MEMBER, 6);
        answer(OTHER, Standing.MEMBER, 6);
        assertThat(target.choose(sights.members(at(6)), at(6))).contains(OTHER);
        assertThat(target.choose(sights.members(at(7)), at(7))).isEmpty();
        assertThat(target.seed()).contains(OTHER);
    }

    @Test
    void shouldTakeAnotherAtOnceWhenItsMemberIsNoneAnyMore() {
        join();
        answer(ONE, Standing.LEAVING, 1);
        answer(OTHER, Standing.MEMBER, 1);
        assertThat(target.choose(sights.members(at(1)), at(1))).contains(OTHER);
    }

    /** It may be a member that is cut off. */
    @Test
    void shouldWaitForWhoSaysNothing() {
        join();
        sight(ONE).looked(Optional.of(Finding.unknown("doesn't answer")), at(5));
        assertThat(settle(60)).isFalse();
    }

    @Test
    void shouldLetGoWhenNobodyIsThere() {
        join();
        sight(ONE).looked(Optional.of(Finding.absent("refuses connections")), at(1));
        assertThat(settle(1)).isTrue();
    }

    /** As a pod that is gone, whose address swallows all: nothing would ever be found out about it again. */
    @Test
    void shouldLetGoOfWhoIsNotAskedAnyMore() {
        join();
        sight(ONE).looked(Optional.of(Finding.unknown("doesn't answer")), at(5));
        sights.set(List.of(OTHER), at(40));
        assertThat(settle(40)).isTrue();
    }

    /** What is found out belongs to the seed that is asked again. */
    @Test
    void shouldLetGoOfWhoIsAskedAgainAfterAPause() {
        join();
        sights.set(List.of(OTHER), at(40));
        sights.set(List.of(ONE, OTHER), at(41));
        assertThat(settle(41)).isTrue();
    }

    /** A process that is in no cluster has come up at the address before a look has found nobody. */
    @ParameterizedTest
    @EnumSource
    void shouldLetGoWhenItsMemberHasBegunAnew(Standing standing) {
        join();
        answer(ONE, standing, 1);
        assertThat(settle(1)).isEqualTo(standing == Standing.OUTSIDE || standing == Standing.CANDIDATE);
    }
}
