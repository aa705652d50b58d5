package dev.ropewalk.scheduler.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportPaceTest {
    private static final long SECOND = 1_000_000_000;

    /** Before the clock wraps. */
    private static final long START = Long.MAX_VALUE - 5 * SECOND;

    private final ReportPace pace = new ReportPace();

    @Test
    void shouldDoubleThePausesWhileTheTroubleLasts() {
        List<Long> reports = reportsOfTrouble(0, 3_000);

        assertThat(reports)
                .containsExactly(0L, 1L, 3L, 7L, 15L, 31L, 63L, 127L, 255L, 511L, 1023L, 1623L, 2223L, 2823L);
    }

    @Test
    void shouldReportTroubleThatComesBackAtThePaceItHadReached() {
        reportsOfTrouble(0, 5);

        assertThat(reportsOfTrouble(60, 70)).containsExactly(60L, 68L);
    }

    @Test
    void shouldBeginAnewAfterTenMinutesWithoutTrouble() {
        reportsOfTrouble(0, 3_000);

        assertThat(reportsOfTrouble(3_599, 3_604)).containsExactly(3_599L, 3_600L, 3_602L);
    }

    private List<Long> reportsOfTrouble(long from, long to) {
        List<Long> reports = new ArrayList<>();
        for (long second = from; second < to; second++) {
            if (pace.seeAndTakeTurn(START + second * SECOND)) {
                reports.add(second);
            }
        }
        return reports;
    }
}
