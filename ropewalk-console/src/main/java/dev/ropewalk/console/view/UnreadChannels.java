package dev.ropewalk.console.view;

import dev.ropewalk.observe.Finding;
import dev.ropewalk.observe.HealthOptions;
import dev.ropewalk.observe.HealthReport;
import dev.ropewalk.observe.JvmSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Channels from which nobody receives: told by comparing with a look of a minute ago, or up to two, since the looks of a page are too close to
 * each other for that. Not thread-safe.
 */
final class UnreadChannels {
    private static final Duration APART = HealthOptions.defaults().unreadAfter();

    /** What is compared with, and what will be once it is old enough. */
    private @Nullable JvmSnapshot older;

    private @Nullable JvmSnapshot newer;

    List<Finding> findings(JvmSnapshot now) {
        JvmSnapshot young = newer;
        if (young == null || isApart(young, now)) {
            older = young;
            newer = channelsOf(now);
        }
        JvmSnapshot old = older;
        return old == null
                ? List.of()
                : HealthReport.between(old, channelsOf(now)).findings().stream()
                        .filter(finding -> finding.kind() == Finding.Kind.UNREAD_CHANNEL)
                        .toList();
    }

    private static boolean isApart(JvmSnapshot before, JvmSnapshot now) {
        return Duration.between(before.takenAt(), now.takenAt()).compareTo(APART) >= 0;
    }

    private static JvmSnapshot channelsOf(JvmSnapshot all) {
        return new JvmSnapshot(
                all.takenAt(),
                Map.of(),
                Map.of(),
                Map.of(),
                all.channels(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of());
    }
}
