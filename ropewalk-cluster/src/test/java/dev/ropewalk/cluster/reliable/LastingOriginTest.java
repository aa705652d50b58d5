package dev.ropewalk.cluster.reliable;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Senders that outlive their processes, as entities see them. */
class LastingOriginTest {
    private static final long ID = (1L << 47) - 3;

    /** A sender that notes what it is told. */
    private static final class Told implements Origin {
        final List<String> told = new ArrayList<>();

        @Override
        public void handled(long before, boolean isAwaited) {
            told.add("handled " + before);
        }

        @Override
        public void failed(long number, Throwable failure) {
            told.add("failed " + number);
        }

        @Override
        public void again(int round, long token) {
            told.add("again " + round);
        }
    }

    private static Stamp stamp(long number, long oldest, int round, int flags) {
        return new Stamp(number, oldest, 0, round, 0, (byte) flags);
    }

    @Test
    void shouldBeTheSameInAllOpenings() {
        var one = new Told();
        var two = new Told();
        Origin first = SenderNumber.origin(SenderNumber.lasting(ID, 1), one);
        Origin second = SenderNumber.origin(SenderNumber.lasting(ID, 70_000), two);
        assertThat(second).isEqualTo(first).hasSameHashCodeAs(first);
        assertThat(second).isNotEqualTo(SenderNumber.origin(SenderNumber.lasting(ID - 1, 70_000), two));
        assertThat(first.opening()).isEqualTo(1);
        assertThat(second.opening()).isEqualTo(70_000 & 0xFFFF);
        assertThat(SenderNumber.origin(17, one)).isSameAs(one);
        second.handled(5, true);
        assertThat(two.told).containsExactly("handled 5");
        assertThat(one.told).isEmpty();
    }

    @Test
    void shouldBeKnownAgainWithItsRoundsCountedAnew() {
        var one = new Told();
        var two = new Told();
        Origin first = SenderNumber.origin(SenderNumber.lasting(ID, 1), one);
        Origin second = SenderNumber.origin(SenderNumber.lasting(ID, 2), two);
        var filter = new Filter(() -> 7);
        Heard heard = Objects.requireNonNull(filter.admit(stamp(1, 1, 9, Stamp.FIRST), first));
        Filter.handled(stamp(1, 1, 9, Stamp.FIRST), first, heard, null);
        assertThat(filter.admit(stamp(3, 1, 9, Stamp.FIRST), first)).as("a gap").isNull();
        assertThat(one.told).containsExactly("handled 2", "again 9");

        assertThat(filter.admit(stamp(1, 1, 0, 0), second)).as("a double").isNull();
        assertThat(filter.admit(stamp(3, 1, 0, 0), second)).as("a gap").isNull();
        assertThat(two.told).containsExactly("handled 2", "again 0");
        assertThat(filter.admit(stamp(2, 2, 1, 0), second)).isNotNull();
        assertThat(filter.senders()).isEqualTo(1);
    }
}
