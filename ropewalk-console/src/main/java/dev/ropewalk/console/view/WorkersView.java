package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.scheduler.SchedulerStats;
import dev.ropewalk.scheduler.TimeDistribution;
import dev.ropewalk.scheduler.WorkerStats;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schedulers, and what each worker does. */
final class WorkersView implements View {
    private final Paced<Looks> looks;
    private final Paced<WorkerStacks> stacks;
    private final Paced<Map<String, TimeDistribution>> times;

    WorkersView(Paced<Looks> looks, Paced<WorkerStacks> stacks, Paced<Map<String, TimeDistribution>> times) {
        this.looks = looks;
        this.stacks = stacks;
        this.times = times;
    }

    @Override
    public ObjectNode look(Query query) {
        Looks pair = looks.look();
        double seconds = pair.last().secondsSince(pair.before());
        WorkerStacks running = stacks.look();
        Map<String, TimeDistribution> taskTimes = times.look();
        ArrayNode schedulers = Json.array();
        for (Map.Entry<String, SchedulerStats> entry :
                pair.last().parts().schedulers().entrySet()) {
            String name = entry.getKey();
            SchedulerStats stats = entry.getValue();
            SchedulerStats before = pair.before().parts().schedulers().get(name);
            ArrayNode workers = Json.array();
            for (WorkerStats worker : stats.workers()) {
                workers.add(
                        worker(worker, before(before, worker.worker()), seconds, running.of(name, worker.worker())));
            }
            schedulers.add(Json.object()
                    .put("name", name)
                    .put("starvationEvents", stats.starvationEvents())
                    .put("longTasks", stats.longTasks())
                    .put("blocked", stats.blockedWorkers())
                    .put("queued", stats.queued())
                    .<ObjectNode>set("times", Json.times(taskTimes.getOrDefault(name, TimeDistribution.none())))
                    .set("workers", workers));
        }
        return Json.object().set("schedulers", schedulers);
    }

    private static @Nullable WorkerStats before(@Nullable SchedulerStats stats, int worker) {
        return stats == null
                ? null
                : stats.workers().stream()
                        .filter(each -> each.worker() == worker)
                        .findFirst()
                        .orElse(null);
    }

    /** Returns whom the worker has stolen from, how much so far, and at which rate. */
    private static ArrayNode stealsFrom(WorkerStats now, WorkerStats before, double seconds) {
        ArrayNode victims = Json.array();
        for (int victim = 0; victim < now.stealsFrom().size(); victim++) {
            long steals = now.stealsFrom(victim);
            if (steals > 0) {
                victims.add(Json.object()
                        .put("worker", victim)
                        .put("steals", steals)
                        .put("rate", Json.rate(steals, before.stealsFrom(victim), seconds)));
            }
        }
        return victims;
    }

    static ObjectNode worker(
            WorkerStats now, @Nullable WorkerStats known, double seconds, WorkerStacks.Running running) {
        WorkerStats before = known == null ? now : known;
        long runs = now.runs() - before.runs();
        return Json.object()
                .put("worker", now.worker())
                .put("tasks", now.tasks())
                .put("tasksRate", Json.rate(now.tasks(), before.tasks(), seconds))
                .put("homeShare", runs == 0 ? 0 : Math.round(100.0 * (now.homeHits() - before.homeHits()) / runs))
                .put("steals", now.steals())
                .put("stealsRate", Json.rate(now.steals(), before.steals(), seconds))
                .<ObjectNode>set("stealsFrom", stealsFrom(now, before, seconds))
                .put("rehomed", now.rehomed())
                .put("parks", now.parks())
                .put("parksRate", Json.rate(now.parks(), before.parks(), seconds))
                .put("queued", now.queued())
                .put("longestWait", now.longestWaitNanos())
                .put("thread", running.thread())
                .put("state", running.state())
                .put("running", running.place());
    }
}
