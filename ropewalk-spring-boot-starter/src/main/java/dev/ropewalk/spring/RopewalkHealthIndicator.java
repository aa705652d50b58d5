package dev.ropewalk.spring;

import dev.ropewalk.observe.Finding;
import dev.ropewalk.observe.HealthReport;
import dev.ropewalk.observe.JvmSnapshot;
import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Compares what all parts of this JVM are like with what they were like at an earlier check: nobody waits for a second look. What is critical is
 * {@code DOWN}; warnings are details.
 */
final class RopewalkHealthIndicator implements HealthIndicator {
    private final Supplier<JvmSnapshot> look;

    /** Its own lock guards it. */
    private final EarlierLooks<JvmSnapshot> earlier;

    /**
     * Makes an indicator, and looks for the first time.
     *
     * @param window after how long a look is followed by a later one, and begins to be compared with
     * @throws IllegalArgumentException if it isn't above zero
     */
    RopewalkHealthIndicator(Duration window, Supplier<JvmSnapshot> look) {
        if (!window.isPositive()) {
            throw new IllegalArgumentException("the window must be above zero, not " + window);
        }
        this.look = look;
        JvmSnapshot first = look.get();
        this.earlier = new EarlierLooks<>(window, first, first.takenAt());
    }

    @Override
    public Health health() {
        return of(report());
    }

    private HealthReport report() {
        synchronized (earlier) {
            JvmSnapshot now = look.get();
            return HealthReport.between(earlier.next(now, now.takenAt()), now);
        }
    }

    static Health of(HealthReport report) {
        boolean isDown = report.findings().stream().anyMatch(found -> found.severity() == Finding.Severity.CRITICAL);
        Health.Builder health = isDown ? Health.down() : Health.up();
        if (!report.isHealthy()) {
            health.withDetail(
                    "findings",
                    report.findings().stream().map(Finding::toString).toList());
        }
        return health.build();
    }
}
