package dev.ropewalk.sim.choice;

import static dev.ropewalk.sim.model.ModelOp.add;
import static dev.ropewalk.sim.model.ModelOp.draw;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.sim.model.ModelProgram;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ChoicesTest {
    private static final ModelProgram PROGRAM =
            new ModelProgram().party(add(0), draw(1, 4), add(0)).party(add(0)).party(add(0));

    @Test
    void shouldTakeTheDefaultWhereARecordHasEnded() {
        var choices = new RecordedChoices(Schedule.of(1));

        assertThat(PROGRAM.run(choices).order()).startsWith(1);
        assertThat(choices.firstMisfit()).isEqualTo(-1);
        assertThat(choices.unused()).isZero();
    }

    @Test
    void shouldTellTheFirstDecisionThatDoesNotFit() {
        var choices = new RecordedChoices(Schedule.of(0, 7, 7, 0, 0, 0, 0, 0, 0, 1));

        assertThat(PROGRAM.run(choices).order()).startsWith(0, 0);
        assertThat(choices.firstMisfit()).isEqualTo(1);
        assertThat(choices.unused()).isEqualTo(1);
    }

    @Test
    void shouldRecordWhatEachDecisionIsAbout() {
        var recording = new RecordingChoices(new RecordedChoices(Schedule.of(0, 0, 3)));
        PROGRAM.run(recording);

        Decisions decisions = recording.decisions();
        assertThat(decisions.kind(0)).isEqualTo(DecisionKind.PICK);
        assertThat(decisions.kind(2)).isEqualTo(DecisionKind.DRAW);
        assertThat(decisions.value(2)).isEqualTo(3);
        assertThat(recording.strike(3)).isFalse();
        assertThat(decisions.kind(decisions.size() - 1)).isEqualTo(DecisionKind.FAULT);
        assertThatThrownBy(() -> decisions.value(decisions.size())).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void shouldKeepOnlyDecisionsThatAreNotTheDefault() {
        Schedule schedule = Schedule.of(0, 0, 5, 0, 1, 0);

        assertThat(schedule).hasToString("2=5 4=1").isEqualTo(Schedule.sparse(new int[] {2, 4}, new int[] {5, 1}));
        assertThat(schedule.without(0)).hasToString("4=1");
        assertThat(schedule.without(1)).hasToString("2=5");
        assertThat(Schedule.of(0, 0)).isSameAs(Schedule.defaults());
    }

    @Test
    void shouldRefuseWhatIsNoSchedule() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.sparse(new int[] {1}, new int[] {1, 2}))
                .withMessage("as many values as positions expected, but got 2 and 1");
        assertThatIllegalArgumentException().isThrownBy(() -> Schedule.sparse(new int[] {1, 1}, new int[] {1, 2}));
        assertThatIllegalArgumentException().isThrownBy(() -> Schedule.sparse(new int[] {-1}, new int[] {1}));
        assertThatIllegalArgumentException().isThrownBy(() -> Schedule.sparse(new int[] {1}, new int[] {0}));
    }

    @Test
    void shouldDrawAllOptionsEquallyOften() {
        var random = new SplitMix64(9);
        var counts = new int[7];
        for (int i = 0; i < 70_000; i++) {
            counts[random.next(7)]++;
        }

        // Four standard deviations of 96 each.
        assertThat(Arrays.stream(counts)).allMatch(count -> count > 9_600 && count < 10_400);
    }

    @Test
    void shouldDrawTheSameNumbersInEachVersion() {
        // The first numbers of SplitMix64 from seed 1234567, as published.
        var random = new SplitMix64(1234567);

        assertThat(Long.toUnsignedString(random.next())).isEqualTo("6457827717110365317");
        assertThat(Long.toUnsignedString(random.next())).isEqualTo("3203168211198807973");
        assertThat(Long.toUnsignedString(random.next())).isEqualTo("9817491932198370423");
    }

    @Test
    void shouldGiveEachRunAnotherSeed() {
        assertThat(SplitMix64.seedOf(1, 0))
                .isNotEqualTo(SplitMix64.seedOf(1, 1))
                .isNotEqualTo(SplitMix64.seedOf(2, 0));
    }
}
