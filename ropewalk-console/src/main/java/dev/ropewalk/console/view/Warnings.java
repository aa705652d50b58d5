package dev.ropewalk.console.view;

import dev.ropewalk.observe.Finding;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was found in the last seconds. A finding stays for some seconds after it was last made, so that it can be read. Not thread-safe. */
final class Warnings {
    private static final long SHOWN_NANOS = 10_000_000_000L;

    /** By kind and part, in the order in which they were found first. */
    private final Map<String, Found> found = new LinkedHashMap<>();

    /** A finding, and when it was last made. */
    private record Found(Finding finding, long nanos) {}

    void note(List<Finding> findings, long now) {
        for (Finding finding : findings) {
            found.put(finding.kind() + " " + finding.part(), new Found(finding, now));
        }
    }

    /** Returns the findings of the last seconds, the worst first. */
    List<Finding> current(long now) {
        found.values().removeIf(each -> now - each.nanos > SHOWN_NANOS);
        return found.values().stream()
                .map(Found::finding)
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList();
    }
}
