package dev.ropewalk.demo.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InstanceCheckTest {
    private final InstanceCheck check = new InstanceCheck();

    @Test
    void shouldAllowOneEntityAfterAnother() {
        check.add("a 0 10 1 1");
        check.add("a 20 30 1 2");
        check.add("a 25 60 2 1"); // asked before the first has ended
        check.add("a 70 80 2 2");
        check.add("b 20 30 3 1");
        check.add("b 70 8");
        assertThat(check.complaints()).isEmpty();
        assertThat(check.answers()).isEqualTo(5);
    }

    @Test
    void shouldAllowQuestionsThatWereOpenForLong() {
        check.add("a 0 100 1 1");
        check.add("a 10 20 2 1");
        check.add("a 30 120 1 2");
        assertThat(check.complaints()).isEmpty();
    }

    @Test
    void shouldFindAnEntityThatAnswersWithinTheLifeOfAnother() {
        check.add("a 0 10 1 1");
        check.add("a 20 30 2 1");
        check.add("a 40 50 1 2");
        assertThat(check.complaints()).hasSize(1).first().asString().contains("two entities of a");
    }

    @Test
    void shouldFindAnEntityThatCountsBackwards() {
        check.add("a 0 10 1 2");
        check.add("a 20 30 1 1");
        assertThat(check.complaints()).containsExactly("an entity of a has counted backwards");
    }
}
