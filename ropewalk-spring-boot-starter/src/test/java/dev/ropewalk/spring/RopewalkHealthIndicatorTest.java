package dev.ropewalk.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.observe.Finding;
import dev.ropewalk.observe.HealthReport;
import dev.ropewalk.observe.JvmSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

class RopewalkHealthIndicatorTest {
    static HealthIndicator up() {
        return () -> Health.up().build();
    }

    private static Health of(Finding.Severity... severities) {
        List<Finding> findings = List.of(severities).stream()
                .map(severity -> new Finding(Finding.Kind.DROPS, severity, "channel orders", "5 were dropped", "Wait"))
                .toList();
        return RopewalkHealthIndicator.of(new HealthReport(Instant.EPOCH, Duration.ofSeconds(1), findings));
    }

    @Test
    void shouldBeUpWhereNothingIsFound() {
        assertThat(of().getStatus()).isEqualTo(Status.UP);
        assertThat(of().getDetails()).isEmpty();
    }

    @Test
    void shouldTellWarningsAndStayUp() {
        Health health = of(Finding.Severity.WARNING);

        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails().get("findings"))
                .isEqualTo(List.of("WARNING DROPS: channel orders: 5 were dropped. Wait."));
    }

    @Test
    void shouldBeDownWhereSomethingIsCritical() {
        assertThat(of(Finding.Severity.WARNING, Finding.Severity.CRITICAL).getStatus())
                .isEqualTo(Status.DOWN);
    }

    @Test
    void shouldLookAtThePartsOfThisJvm() {
        var indicator = new RopewalkHealthIndicator(Duration.ofNanos(1), JvmSnapshot::take);

        assertThat(indicator.health().getStatus()).isNotEqualTo(Status.UNKNOWN);
    }

    @Test
    void shouldCompareWithALookThatIsAsOldAsTheWindow() {
        var looks = new EarlierLooks<>(Duration.ofSeconds(10), 0, Instant.EPOCH);

        assertThat(Stream.of(4, 10, 11, 21, 22, 26, 31)
                        .map(now -> now - looks.next(now, Instant.EPOCH.plusSeconds(now))))
                .containsExactly(4, 10, 11, 21, 12, 16, 21);
    }

    @Test
    void shouldRefuseAWindowThatIsNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RopewalkHealthIndicator(Duration.ZERO, JvmSnapshot::take));
    }
}
