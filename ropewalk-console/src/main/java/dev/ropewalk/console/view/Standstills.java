package dev.ropewalk.console.view;

import dev.ropewalk.observe.Finding;
import dev.ropewalk.observe.HealthOptions;
import dev.ropewalk.observe.HealthReport;
import dev.ropewalk.observe.JvmSnapshot;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Channels from which nobody receives, and limits that admit nothing: told by comparing with a look of a minute ago, or up to two, since the looks
 * of a page are too close to each other for that. Not thread-safe.
 */
final class Standstills {
    private static final Set<Finding.Kind> KINDS =
            EnumSet.of(Finding.Kind.UNREAD_CHANNEL, Finding.Kind.NOTHING_ADMITTED);
    private static final Duration APART = HealthOptions.defaults().unreadAfter();

    /** What is compared with, and what will be once it is old enough. */
    private @Nullable JvmSnapshot older;

    private @Nullable JvmSnapshot newer;

    List<Finding> findings(JvmSnapshot now) {
        JvmSnapshot young = newer;
        if (young == null || isApart(young, now)) {
            older = young;
            newer = partsOf(now);
        }
        JvmSnapshot old = older;
        return old == null
                ? List.of()
                : HealthReport.between(old, partsOf(now)).findings().stream()
                        .filter(finding -> KINDS.contains(finding.kind()))
                        .toList();
    }

    private static boolean isApart(JvmSnapshot before, JvmSnapshot now) {
        return Duration.between(before.takenAt(), now.takenAt()).compareTo(APART) >= 0;
    }

    private static JvmSnapshot partsOf(JvmSnapshot all) {
        return new JvmSnapshot(
                all.takenAt(),
                Map.of(),
                Map.of(),
                Map.of(),
                all.channels(),
                Map.of(),
                all.executors(),
                all.limiters(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of());
    }
}
