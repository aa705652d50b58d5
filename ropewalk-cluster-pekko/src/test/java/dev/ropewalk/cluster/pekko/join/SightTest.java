package dev.ropewalk.cluster.pekko.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.pekko.wire.Answer;
import dev.ropewalk.cluster.pekko.wire.Standing;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SightTest {
    private final Sight sight = new Sight(new NodeAddress("10.0.0.1", 2551), 0);

    private static long at(int millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void answer(Standing standing, int millis) {
        sight.answered(new Answer(at(millis), standing, Map.of()));
    }

    @Test
    void shouldBeClearWhenNobodyIsThere() {
        assertThat(sight.isClearSince(0, 1)).isFalse();
        sight.looked(Optional.of(Finding.absent("refuses connections")), at(10));
        assertThat(sight.isClearSince(at(10), at(20))).isTrue();
        assertThat(sight.inWords(at(20))).isEqualTo("refuses connections");
    }

    @Test
    void shouldNotBeClearByWhatWasBegunBefore() {
        sight.looked(Optional.of(Finding.absent("refuses connections")), at(10));
        assertThat(sight.isClearSince(at(11), at(20))).isFalse();
        answer(Standing.OUTSIDE, 5);
        assertThat(sight.isClearSince(at(11), at(20))).isFalse();
    }

    @Test
    void shouldNotBeClearByWhatIsOld() {
        sight.looked(Optional.of(Finding.absent("refuses connections")), at(10));
        assertThat(sight.isClearSince(at(10), at(3_100))).isFalse();
    }

    @Test
    void shouldNotBeClearWhileItSaysNothing() {
        sight.looked(Optional.of(Finding.takes("says nothing")), at(10));
        assertThat(sight.isClearSince(at(0), at(20))).isFalse();
        sight.looked(Optional.of(Finding.unknown("doesn't answer")), at(30));
        assertThat(sight.isClearSince(at(0), at(40))).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeClearOnlyWhenItSaysThatItIsOutside(Standing standing) {
        sight.connected(Finding.takes("takes connections"), at(10));
        answer(standing, 20);
        assertThat(sight.isClearSince(at(20), at(30))).isEqualTo(standing == Standing.OUTSIDE);
        assertThat(sight.standing(at(30))).hasValue(standing);
        assertThat(sight.standing(at(3_100))).isEmpty();
    }

    /** A node that was paused answers late. */
    @Test
    void shouldNotTakeAnAnswerToAnOldQuestion() {
        sight.connected(Finding.takes("takes connections"), at(10));
        answer(Standing.MEMBER, 5_000);
        answer(Standing.OUTSIDE, 20);
        assertThat(sight.standing(at(5_100))).hasValue(Standing.MEMBER);
        assertThat(sight.isClearSince(0, at(5_100))).isFalse();
    }

    @Test
    void shouldTakeTheLaterOfAnAnswerAndALook() {
        sight.connected(Finding.takes("takes connections"), at(10));
        answer(Standing.MEMBER, 20);
        sight.looked(Optional.of(Finding.absent("refuses connections")), at(30));
        assertThat(sight.isClearSince(at(25), at(40))).isTrue();
        assertThat(sight.standing(at(40))).isEmpty();
        answer(Standing.MEMBER, 35);
        assertThat(sight.isClearSince(at(25), at(40))).isFalse();
        assertThat(sight.standing(at(40))).hasValue(Standing.MEMBER);
    }

    /** The JVM repeats for a while that a name has no address. */
    @Test
    void shouldNotTakeARepetitionForNews() {
        sight.looked(Optional.of(Finding.absent("unknown host")), at(10));
        sight.looked(Optional.empty(), at(20));
        assertThat(sight.isClearSince(at(10), at(30))).isTrue();
        assertThat(sight.isClearSince(at(15), at(30))).isFalse();
    }

    @Test
    void shouldLookAgainAtWhatSaysNothing() {
        assertThat(sight.isDue(0)).isTrue();
        assertThat(sight.beginLook()).isEqualTo(200);
        assertThat(sight.isDue(at(100_000))).isFalse();
        sight.looked(Optional.of(Finding.takes("says nothing")), at(10));
        assertThat(sight.isDue(at(900))).isFalse();
        assertThat(sight.isDue(at(1_100))).isTrue();
        answer(Standing.OUTSIDE, 1_000);
        assertThat(sight.isDue(at(1_100))).isFalse();
        assertThat(sight.beginLook()).isEqualTo(400);
        for (int i = 0; i < 40; i++) {
            assertThat(sight.beginLook()).isBetween(400, 2000);
        }
    }
}
