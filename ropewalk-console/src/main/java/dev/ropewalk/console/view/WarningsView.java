package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.observe.Finding;
import dev.ropewalk.observe.HealthOptions;
import dev.ropewalk.observe.HealthReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** What isn't well, with what to do about it: what {@link HealthReport} finds, and what only stacks, circles and older looks tell. */
final class WarningsView implements View {
    private static final int MOST_OPTIONS = 16;

    private final Paced<Looks> looks;
    private final Paced<Map<String, ScopeSnapshot>> scopes;
    private final Paced<WorkerStacks> stacks;
    private final Culprits culprits;
    private final LongSupplier nanoTime;
    private final BlockedWorkers blockedWorkers = new BlockedWorkers();
    private final Standstills standstills = new Standstills();
    /** For each set of thresholds that a page has, those asked for last. */
    private final Map<HealthOptions, Warnings> byOptions = new LinkedHashMap<>();

    WarningsView(
            Paced<Looks> looks,
            Paced<Map<String, ScopeSnapshot>> scopes,
            Paced<WorkerStacks> stacks,
            Culprits culprits,
            LongSupplier nanoTime) {
        this.looks = looks;
        this.scopes = scopes;
        this.stacks = stacks;
        this.culprits = culprits;
        this.nanoTime = nanoTime;
    }

    @Override
    public ObjectNode look(Query query) {
        ArrayNode warnings = Json.array();
        for (Finding finding : current(Thresholds.of(query))) {
            warnings.add(Json.object()
                    .put("kind", finding.kind().name())
                    .put("severity", finding.severity().name())
                    .put("part", finding.part())
                    .put("what", finding.what())
                    .put("advice", finding.advice()));
        }
        return Json.object().set("warnings", warnings);
    }

    /** Takes all looks before it notes what they tell: while one hangs the others go on. */
    private List<Finding> current(HealthOptions options) {
        Map<String, List<String>> inCircles =
                WaitGraph.of(scopes.look().values()).threadsInCircles();
        Looks pair = looks.look();
        List<Finding> findings = new ArrayList<>();
        for (Finding finding : HealthReport.between(
                        pair.before().parts(), pair.last().parts(), options)
                .findings()) {
            findings.add(culprits.named(finding, pair));
        }
        return noted(findings, pair.last(), stacks.look(), inCircles, options);
    }

    private synchronized List<Finding> noted(
            List<Finding> healthFindings,
            Look last,
            WorkerStacks running,
            Map<String, List<String>> inCircles,
            HealthOptions options) {
        List<Finding> findings = new ArrayList<>(healthFindings);
        findings.addAll(standstills.findings(last.parts()));
        findings.addAll(blockedWorkers.findings(running));
        inCircles.forEach((scope, threads) -> findings.add(circle(scope, threads)));
        long now = nanoTime.getAsLong();
        Warnings warnings = warnings(options);
        warnings.note(findings, now);
        return warnings.current(now);
    }

    private Warnings warnings(HealthOptions options) {
        Warnings known = byOptions.remove(options);
        Warnings warnings = known == null ? new Warnings() : known;
        byOptions.put(options, warnings);
        if (byOptions.size() > MOST_OPTIONS) {
            byOptions.remove(byOptions.keySet().iterator().next());
        }
        return warnings;
    }

    private static Finding circle(String scope, List<String> threads) {
        return new Finding(
                Finding.Kind.DEADLOCKED,
                Finding.Severity.WARNING,
                "ProcessScope " + scope,
                "these wait for each other: " + String.join(", ", threads),
                "See the view Waiting. Channels that are made by the scope's channel() let the scope find a deadlock at once; "
                        + "otherwise one wait needs a time limit, or a channel a buffer");
    }
}
