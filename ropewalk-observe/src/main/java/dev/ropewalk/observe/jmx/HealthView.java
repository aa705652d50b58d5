package dev.ropewalk.observe.jmx;

import dev.ropewalk.observe.Finding;
import dev.ropewalk.observe.HealthReport;
import java.util.List;
import java.util.Map;

/**
 * A report, and how the beans themselves are.
 *
 * @param isHealthy whether nothing was found
 * @param findings what was found
 * @param text all of the report
 * @param takenAt when the second look was begun, in ISO 8601
 * @param spanMillis how long the first one was before that
 * @param partsLeftOut how many parts have no bean, because there are too many of their kind
 * @param failures what has failed when the beans were last brought up to date
 */
record HealthView(
        boolean isHealthy,
        List<Finding> findings,
        String text,
        String takenAt,
        long spanMillis,
        long partsLeftOut,
        Map<String, String> failures) {
    static HealthView of(HealthReport report, long partsLeftOut, Map<String, String> failures) {
        return new HealthView(
                report.isHealthy(),
                report.findings(),
                report.toString(),
                report.takenAt().toString(),
                report.span().toMillis(),
                partsLeftOut,
                failures);
    }
}
