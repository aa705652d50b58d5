package dev.ropewalk.observe;

import dev.ropewalk.observe.health.Examination;
import dev.ropewalk.observe.health.Looks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What isn't well in this JVM, found by looking at all parts twice: most trouble shows in what changes, and in what doesn't. A part
 * that wasn't there at the first look is only asked about its state.
 *
 * {@snippet class="dev.ropewalk.observe.snippets.ObserveSnippets" region="health" :
 * HealthReport report = HealthReport.take();
 * if (!report.isHealthy()) {
 *     log(report.toString()); // what was found, with the actual values and what to do
 * }
 * }
 *
 * @param takenAt when the second look was begun
 * @param span how long the first one was before that
 * @param findings what was found, by kind of part, in the order in which these were made
 */
public record HealthReport(Instant takenAt, Duration span, List<Finding> findings) {
    private static final Duration SPAN = Duration.ofSeconds(1);

    /** Copies the list. */
    public HealthReport {
        Objects.requireNonNull(takenAt, "takenAt");
        Objects.requireNonNull(span, "span");
        for (Finding finding : Objects.requireNonNull(findings, "findings")) {
            Objects.requireNonNull(finding, "null in findings");
        }
        findings = List.copyOf(findings);
    }

    /** Looks twice, a second apart, with the default options. The calling thread waits. */
    public static HealthReport take() throws InterruptedException {
        return take(SPAN);
    }

    /**
     * Looks twice, some time apart, with the default options. The calling thread waits.
     *
     * @throws IllegalArgumentException if the time isn't positive
     */
    public static HealthReport take(Duration span) throws InterruptedException {
        return take(span, HealthOptions.defaults());
    }

    /**
     * Looks twice, some time apart. The calling thread waits.
     *
     * @throws IllegalArgumentException if the time isn't positive
     */
    public static HealthReport take(Duration span, HealthOptions options) throws InterruptedException {
        Objects.requireNonNull(options, "options");
        if (Objects.requireNonNull(span, "span").isNegative() || span.isZero()) {
            throw new IllegalArgumentException("the time between two looks must be positive, not " + span);
        }
        JvmSnapshot before = JvmSnapshot.take();
        Thread.sleep(span);
        return between(before, JvmSnapshot.take(), options);
    }

    /** Returns what two looks tell, with the default options. */
    public static HealthReport between(JvmSnapshot before, JvmSnapshot after) {
        return between(before, after, HealthOptions.defaults());
    }

    /** Returns what two looks tell. */
    public static HealthReport between(JvmSnapshot before, JvmSnapshot after, HealthOptions options) {
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
        Objects.requireNonNull(options, "options");
        var span = Duration.between(before.takenAt(), after.takenAt());
        if (span.isNegative()) { // the clock was put back
            span = Duration.ZERO;
        }
        List<Finding> findings = new ArrayList<>();
        new Examination(new Looks(span, options, findings::add)).compare(before, after);
        return new HealthReport(after.takenAt(), span, findings);
    }

    /** Returns whether nothing was found. */
    public boolean isHealthy() {
        return findings.isEmpty();
    }

    /** Returns the findings, one a line, or that there are none. */
    @Override
    public String toString() {
        String looks = "two looks " + Looks.inWords(span) + " apart, the second at " + takenAt;
        return isHealthy()
                ? "healthy: nothing found by " + looks
                : findings.size() + " found by " + looks
                        + findings.stream().map(finding -> "\n" + finding).collect(Collectors.joining());
    }
}
