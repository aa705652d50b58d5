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
    private final Duration window;
    private final Supplier<JvmSnapshot> look;

    /** Guards the earlier look. */
    private final Object lock = new Object();

    private JvmSnapshot before;

    /**
     * Makes an indicator, and looks for the first time.
     *
     * @param window after how long a look is replaced by a later one
     * @throws IllegalArgumentException if it isn't above zero
     */
    RopewalkHealthIndicator(Duration window, Supplier<JvmSnapshot> look) {
        if (!window.isPositive()) {
            throw new IllegalArgumentException("the window must be above zero");
        }
        this.window = window;
        this.look = look;
        this.before = look.get();
    }

    @Override
    public Health health() {
        synchronized (lock) {
            JvmSnapshot after = look.get();
            HealthReport report = HealthReport.between(before, after);
            if (report.span().compareTo(window) >= 0) {
                before = after;
            }
            return of(report);
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
