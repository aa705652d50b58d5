package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.graph.GraphSnapshot;
import dev.ropewalk.graph.GraphTimeline;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.BudgetStats;
import dev.ropewalk.limit.ResourceStats;
import java.util.Map;
import java.util.Optional;

/** What is admitted and what waits: executors, limiters, budgets with their resources, and runs of graphs. */
final class LimitsView implements View {
    private static final int MOST_TIMELINES = 10;

    private final Paced<Looks> looks;
    private final Paced<Map<String, Optional<GraphTimeline>>> timelines;
    private final PartHistory history;

    LimitsView(Paced<Looks> looks, Paced<Map<String, Optional<GraphTimeline>>> timelines, PartHistory history) {
        this.looks = looks;
        this.timelines = timelines;
        this.history = history;
    }

    @Override
    public ObjectNode look(Query query) {
        Looks pair = looks.look();
        double seconds = pair.last().secondsSince(pair.before());
        ObjectNode view = Json.object();
        view.set(
                "executors",
                admissions(
                        pair.last().parts().executors(), pair.before().parts().executors(), seconds));
        view.set(
                "limiters",
                admissions(pair.last().parts().limiters(), pair.before().parts().limiters(), seconds));
        view.set("budgets", budgets(pair, seconds));
        view.set("graphRuns", graphRuns(pair.last()));
        addTimelines(view, timelines.look());
        view.set("now", history.latest());
        return view;
    }

    private static ArrayNode admissions(
            Map<String, AdmissionStats> now, Map<String, AdmissionStats> before, double seconds) {
        ArrayNode all = Json.array();
        for (Map.Entry<String, AdmissionStats> entry : now.entrySet()) {
            AdmissionStats earlier = before.getOrDefault(entry.getKey(), entry.getValue());
            all.add(admission(entry.getKey(), entry.getValue(), earlier, seconds));
        }
        return all;
    }

    private static ArrayNode budgets(Looks pair, double seconds) {
        ArrayNode all = Json.array();
        for (Map.Entry<String, BudgetStats> entry :
                pair.last().parts().budgets().entrySet()) {
            String name = entry.getKey();
            BudgetStats stats = entry.getValue();
            AdmissionStats before =
                    pair.before().parts().budgets().getOrDefault(name, stats).admission();
            all.add(admission(name, stats.admission(), before, seconds).set("resources", resources(stats)));
        }
        return all;
    }

    private static ObjectNode admission(String name, AdmissionStats now, AdmissionStats before, double seconds) {
        ObjectNode shown = Json.object()
                .put("name", name)
                .put("inFlight", now.inFlight())
                .put("waiting", now.waiting())
                .put("admitted", now.admitted())
                .put("admittedRate", Json.rate(now.admitted(), before.admitted(), seconds))
                .put("rejected", now.rejected())
                .put("expired", now.expired())
                .put("cancelled", now.cancelled());
        if (now.limit() != Long.MAX_VALUE) {
            shown.put("limit", now.limit());
        }
        return shown.set("waits", Json.times(now.waits()));
    }

    private static ArrayNode resources(BudgetStats budget) {
        ArrayNode resources = Json.array();
        for (ResourceStats resource : budget.resources()) {
            resources.add(Json.object()
                    .put("name", resource.name())
                    .put("capacity", resource.capacity())
                    .put("inUse", resource.inUse())
                    .put("reserved", resource.reserved())
                    .put("waiting", resource.waiting()));
        }
        return resources;
    }

    /** Adds the timelines of the first few runs that have one, and how many are left out. */
    static void addTimelines(ObjectNode view, Map<String, Optional<GraphTimeline>> byRun) {
        ArrayNode shown = Json.array();
        int leftOut = 0;
        for (Map.Entry<String, Optional<GraphTimeline>> run : byRun.entrySet()) {
            if (run.getValue().isPresent()) {
                if (shown.size() < MOST_TIMELINES) {
                    shown.add(TimelineJson.of(run.getValue().get()).put("name", run.getKey()));
                } else {
                    leftOut++;
                }
            }
        }
        view.set("timelines", shown);
        view.put("timelinesLeftOut", leftOut);
    }

    private static ArrayNode graphRuns(Look look) {
        ArrayNode runs = Json.array();
        for (Map.Entry<String, GraphSnapshot> entry : look.parts().graphRuns().entrySet()) {
            String name = entry.getKey();
            GraphSnapshot run = entry.getValue();
            ObjectNode waitingFor = Json.object();
            run.waitingFor().forEach(waitingFor::put);
            ArrayNode runningNow = Json.array();
            for (GraphSnapshot.Running action : run.runningNow()) {
                runningNow.add(Json.object().put("action", action.toString()).put("forNanos", action.forNanos()));
            }
            ObjectNode shown = Json.object()
                    .put("name", name)
                    .put("actions", run.actions())
                    .put("succeeded", run.succeeded())
                    .put("failed", run.failed())
                    .put("skipped", run.skipped())
                    .put("cancelled", run.cancelled())
                    .put("running", run.running())
                    .put("backingOff", run.backingOff());
            shown.set("waitingFor", waitingFor);
            shown.set("runningNow", runningNow);
            runs.add(shown);
        }
        return runs;
    }
}
