package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.pekko.shard.TakeOver.Other;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** All ways in which some of up to five nodes leave together. They are numbered by age, and number 0, the oldest, has the coordinators. */
class TakeOverTest {
    private static final int MOST = 5;

    @Test
    void shouldWaitForWhoAsks() {
        check(TakeOver::isToCome);
    }

    @Test
    void shouldNoticeOneThatWaitsInVain() {
        assertThatThrownBy(() -> check(others -> others.stream().anyMatch(Other::stays)))
                .hasMessageContaining("waits in vain");
    }

    @Test
    void shouldNoticeOneThatEndsWhatIsAskedFor() {
        assertThatThrownBy(() -> check(others -> false)).hasMessageContaining("is asked");
    }

    private static void check(Predicate<Collection<Other>> rule) {
        for (int nodes = 1; nodes <= MOST; nodes++) {
            for (long some = 1; some < 1L << nodes; some++) {
                check(rule, BitSet.valueOf(new long[] {some}), nodes);
            }
        }
    }

    private static void check(Predicate<Collection<Other>> rule, BitSet leaving, int nodes) {
        int next = leaving.nextClearBit(0); // stays and is to have the coordinators, if it is a node
        int asked = next < nodes && next > 0 ? leaving.nextSetBit(0) : -1;
        leaving.stream().forEach(leaver -> {
            boolean waits = rule.test(others(leaver, leaving, nodes));
            String what = leaver + " of " + nodes + " nodes, of which " + leaving + " leave, ";
            assertThat(waits || leaver != asked).as(what + "is asked").isTrue();
            assertThat(!waits || leaver == asked || leaver > next)
                    .as(what + "waits in vain")
                    .isTrue();
        });
    }

    private static List<Other> others(int leaver, BitSet leaving, int nodes) {
        return IntStream.range(0, nodes)
                .filter(other -> other != leaver)
                .mapToObj(other -> new Other(other < leaver, !leaving.get(other)))
                .toList();
    }
}
