package dev.ropewalk.lab.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Size;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static Budget budget(Size size, int cells, int jvms) {
        return Budget.of(size, cells, jvms, Duration.ofMinutes(1));
    }

    @Test
    void shouldGiveEachCellOfFullItsTimeBesideTheStartOfJvms() {
        assertThat(Budget.of(Size.FULL, 7, 0, Duration.ofSeconds(5)).total()).isEqualTo(Duration.ofSeconds(35));
        assertThat(Budget.of(Size.FULL, 7, 10, Duration.ofMinutes(1)).total())
                .isGreaterThan(Duration.ofSeconds(7 * 60 + 10 * 3));
    }

    @Test
    void shouldAskForFewerRoundsOfFullWhereACellHasLessTime() {
        assertThat(budget(Size.FULL, 7, 0).minRounds()).isEqualTo(5);
        assertThat(Budget.of(Size.FULL, 7, 0, Duration.ofSeconds(30)).minRounds())
                .isEqualTo(2);
        assertThat(Budget.of(Size.FULL, 7, 0, Duration.ofSeconds(1)).minRounds())
                .isEqualTo(1);
        assertThat(Budget.of(Size.FULL, 7, 0, Duration.ofHours(1)).minRounds()).isEqualTo(5);
    }

    @Test
    void shouldWarmUpForLessWhereACellOfFullHasLessTime() {
        assertThat(budget(Size.FULL, 7, 0).warmUp()).isEqualTo(Duration.ofSeconds(3));
        assertThat(Budget.of(Size.FULL, 7, 0, Duration.ofSeconds(1)).warmUp()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void shouldGiveManyJvmsTimeToWarmUpAtQuick() {
        assertThat(budget(Size.QUICK, 11, 7).total()).isEqualTo(Duration.ofSeconds(105));
        assertThat(budget(Size.QUICK, 11, 100).total()).isEqualTo(Duration.ofSeconds(220));
    }

    @Test
    void shouldAddTheTimeForWhichIterationsWait() {
        Budget usual = budget(Size.QUICK, 1, 1);
        Budget waiting = usual.waiting(Duration.ofSeconds(30), Duration.ofSeconds(3));

        assertThat(waiting.total()).isEqualTo(usual.total().plusSeconds(30));
        assertThat(waiting.timeout()).isEqualTo(usual.timeout().plusSeconds(3));
    }

    @Test
    void shouldCallTheSameWorkAHangNoSoonerThanFullDoes() {
        Budget quick = budget(Size.QUICK, 1, 1);
        Budget full = budget(Size.FULL, 1, 1);

        assertThat(quick.timeout(0, Duration.ZERO)).isEqualTo(quick.timeout());
        assertThat(quick.timeout(0.01, Duration.ZERO)).isEqualTo(quick.timeout());
        assertThat(quick.timeout(1, Duration.ZERO)).isEqualTo(full.timeout());
        assertThat(quick.timeout(0.5, Duration.ZERO))
                .isEqualTo(full.timeout().dividedBy(2))
                .isGreaterThan(quick.timeout());
        assertThat(full.timeout(2, Duration.ZERO)).isEqualTo(full.timeout().multipliedBy(2));
    }

    @Test
    void shouldCallNothingAHangThatTookAsLongBefore() {
        Budget budget = budget(Size.QUICK, 1, 1);

        assertThat(budget.timeout(0, budget.timeout())).isGreaterThan(budget.timeout());
        assertThat(budget.timeout(0, Duration.ofMillis(1))).isEqualTo(budget.timeout());
    }

    @Test
    void shouldTakeNoLongerThanALimit() {
        Budget usual = budget(Size.TOUR, 1, 5);

        assertThat(usual.atMost(Duration.ofSeconds(3)).total()).isEqualTo(Duration.ofSeconds(3));
        assertThat(usual.atMost(Duration.ofHours(1))).isEqualTo(usual);
    }

    @Test
    void shouldEndSmokeInTimeHoweverManyJvmsThereAre() {
        assertThat(budget(Size.SMOKE, 11, 77)).isEqualTo(budget(Size.SMOKE, 1, 1));
    }

    @Test
    void shouldHaveNoMoreRoundsThanAnExperimentNeeds() {
        Budget budget = budget(Size.QUICK, 1, 1).withRounds(1);

        assertThat(budget.minRounds()).isEqualTo(1);
        assertThat(budget.maxRounds()).isEqualTo(1);
    }
}
