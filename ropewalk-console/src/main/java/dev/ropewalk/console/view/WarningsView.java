package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.observe.Finding;
import dev.ropewalk.observe.HealthReport;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** What isn't well, with what to do about it. A finding stays for some seconds after it was last made, so that it can be read. */
final class WarningsView implements View {
    private static final long SHOWN_NANOS = 10_000_000_000L;

    private final Paced<Looks> looks;
    private final Paced<Map<String, ScopeSnapshot>> scopes;
    private final LongSupplier nanoTime;

    /** By kind and part, in the order in which they were found first. */
    private final Map<String, Found> found = new LinkedHashMap<>();

    /** A finding, and when it was last made. */
    private record Found(Finding finding, long nanos) {}

    WarningsView(Paced<Looks> looks, Paced<Map<String, ScopeSnapshot>> scopes, LongSupplier nanoTime) {
        this.looks = looks;
        this.scopes = scopes;
        this.nanoTime = nanoTime;
    }

    @Override
    public ObjectNode look(Query query) {
        ArrayNode warnings = Json.array();
        for (Finding finding : current()) {
            warnings.add(Json.object()
                    .put("kind", finding.kind().name())
                    .put("severity", finding.severity().name())
                    .put("part", finding.part())
                    .put("what", finding.what())
                    .put("advice", finding.advice()));
        }
        return Json.object().set("warnings", warnings);
    }

    /** Returns the findings of the last seconds, the worst first. */
    private synchronized List<Finding> current() {
        long now = nanoTime.getAsLong();
        Looks pair = looks.look();
        HealthReport.between(pair.before().parts(), pair.last().parts())
                .findings()
                .forEach(finding -> note(finding, now));
        List<String> inCircles = WaitGraph.of(scopes.look().values()).threadsInCircles();
        if (!inCircles.isEmpty()) {
            note(circle(inCircles), now);
        }
        found.values().removeIf(each -> now - each.nanos > SHOWN_NANOS);
        return found.values().stream()
                .map(Found::finding)
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList();
    }

    private void note(Finding finding, long now) {
        found.put(finding.kind() + " " + finding.part(), new Found(finding, now));
    }

    private static Finding circle(List<String> threads) {
        return new Finding(
                Finding.Kind.DEADLOCKED,
                Finding.Severity.WARNING,
                "process scopes",
                "these wait for each other: " + String.join(", ", threads),
                "See the view Waiting. Channels that are made by the scope's channel() let the scope find a deadlock at once; "
                        + "otherwise one wait needs a time limit, or a channel a buffer");
    }
}
