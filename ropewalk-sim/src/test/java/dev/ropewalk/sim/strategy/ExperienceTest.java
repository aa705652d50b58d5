package dev.ropewalk.sim.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.sim.choice.SplitMix64;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ExperienceTest {
    @Test
    void shouldRememberTheLongestRun() {
        var experience = new Experience();
        experience.addPicks(20);
        experience.addPicks(31);
        experience.addPicks(25);

        assertThat(experience.knowledge().picks()).isEqualTo(31);
    }

    @Test
    void shouldForgetOneVeryLongRun() {
        var experience = new Experience();
        experience.addPicks(1_000_000);
        for (int run = 0; run < 500; run++) {
            experience.addPicks(100);
        }

        assertThat(experience.knowledge().picks()).isEqualTo(100);
    }

    @Test
    void shouldKeepTheStepsOfTheFirstPartiesOnly() {
        var experience = new Experience();
        experience.addPicks(7);
        experience.setSteps(new long[100]);
        experience.setSteps(new long[] {3, 4});

        Knowledge knowledge = experience.knowledge();
        assertThat(knowledge).isEqualTo(Knowledge.of(7, 3, 4)).hasToString("[7, 3, 4]");
        assertThat(knowledge.parties()).isEqualTo(2);
        assertThat(knowledge.steps(1)).isEqualTo(4);
        assertThat(knowledge.steps(2)).isZero();
    }

    @Test
    void shouldRefuseWhatIsNoKnowledge() {
        assertThatIllegalArgumentException()
                .isThrownBy(Knowledge::of)
                .withMessage("1 to 33 numbers expected, but got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Knowledge.of(1, -1))
                .withMessage("negative number in [1, -1]");
    }

    @Test
    void shouldTeachRunsByTheirNumbersWhateverTheOrderInWhichTheyEnd() {
        var inOrder = new Experience();
        var outOfOrder = new Experience();
        List<Knowledge> expected = new ArrayList<>();
        List<Knowledge> actual = new ArrayList<>();
        var random = new SplitMix64(1);
        SortedSet<Long> underWay = new TreeSet<>();
        for (long run = 0; run < 3_000; run++) {
            expected.add(inOrder.before(run));
            end(inOrder, run);

            while (!underWay.isEmpty() && (underWay.first() < Experience.needed(run) || random.next(2) == 0)) {
                long next = List.copyOf(underWay).get(random.next(underWay.size()));
                underWay.remove(next);
                end(outOfOrder, next);
            }
            actual.add(outOfOrder.before(run));
            underWay.add(run);
        }

        assertThat(actual).isEqualTo(expected);
        assertThat(new HashSet<>(expected)).hasSizeGreaterThan(2_000);
    }

    /** Each run teaches something else. */
    private static void end(Experience experience, long run) {
        experience.end(run, later -> {
            later.addPicks(run % 100 + 1);
            later.setSteps(new long[] {run, run / 2});
        });
    }

    @Test
    void shouldRefuseARunThatLearnsFromOneThatHasNotEnded() {
        var experience = new Experience();
        for (long run = 0; run < 5; run++) {
            experience.before(run);
            if (run != 3) {
                end(experience, run);
            }
        }

        assertThatIllegalStateException()
                .isThrownBy(() -> experience.before(5))
                .withMessage("run 5 learns from run 3, which hasn't ended");
    }

    @Test
    void shouldNeedFewerRunsThanThereWereBefore() {
        assertThat(LongStream.range(0, 10).map(Experience::needed))
                .containsExactly(0L, 1L, 2L, 3L, 3L, 4L, 5L, 6L, 6L, 7L);
        assertThat(Experience.needed(100_000)).isEqualTo(100_000 - Experience.MAX_UNKNOWN);
    }
}
