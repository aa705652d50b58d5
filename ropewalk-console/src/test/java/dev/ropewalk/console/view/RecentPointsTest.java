package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentPointsTest {
    private final RecentPoints<Long> points = new RecentPoints<>(Long::longValue);

    @Test
    void shouldForgetWhatIsOlderThanFiveMinutes() {
        for (long second = 0; second < 400; second += 5) {
            points.add(1000 * second);
        }

        assertThat(points.all()).hasSize(61).startsWith(95_000L).endsWith(395_000L);
        points.add(1_000_000L);
        assertThat(points.all()).containsExactly(1_000_000L);
    }

    @Test
    void shouldKeepOneOfEachSecond() {
        for (long millis = 0; millis <= 400_000; millis += 100) {
            points.add(millis);
        }

        assertThat(points.all()).hasSizeBetween(300, 340).startsWith(100_800L);
        assertThat(points.latest()).contains(400_000L);
    }

    @Test
    void shouldKeepAllOfWhoLooksOnceASecond() {
        for (long second = 0; second < 10; second++) {
            points.add(1000 * second + (second % 2 == 0 ? 0 : -40));
        }

        assertThat(points.all()).hasSize(10);
    }

    @Test
    void shouldBeginAgainIfTheClockIsPutBack() {
        points.add(10_000L);
        points.add(11_000L);
        points.add(5000L);

        assertThat(points.all()).containsExactly(5000L);
    }
}
