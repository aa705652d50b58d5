package dev.ropewalk.scheduler.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StreakMarksTest {
    private final StreakMarks marks = new StreakMarks();
    private final Object party = new Object();

    @Test
    void shouldTellWhoComesBackInTheSameStreak() {
        assertThat(marks.mark(party, (byte) 1)).isFalse();
        assertThat(marks.mark(party, (byte) 1)).isTrue();
        assertThat(marks.mark(party, (byte) 1)).isTrue();
    }

    @Test
    void shouldTakeThoseOfAnotherStreakForNewcomers() {
        marks.mark(party, (byte) -1);

        assertThat(marks.mark(party, (byte) 0)).isFalse();
        assertThat(marks.mark(party, (byte) 0)).isTrue();
    }

    @Test
    void shouldForgetThoseThatManyOthersHaveFollowed() {
        marks.mark(party, (byte) 1);
        for (int i = 0; i < 100_000; i++) {
            marks.mark(new Object(), (byte) 1);
        }

        assertThat(marks.mark(party, (byte) 1)).isFalse();
    }
}
