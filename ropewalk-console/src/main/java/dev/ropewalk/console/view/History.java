package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.journal.JournalStats;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.BudgetStats;
import dev.ropewalk.pipeline.PipelineStats;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.ArrayDeque;
import java.util.Optional;

/** What was done in a second, over the last five minutes in which somebody watched. Any thread may use it. */
final class History implements View {
    private static final int MOST = 300;

    private final ArrayDeque<Point> points = new ArrayDeque<>();

    /** The rates of one look. Parts that have come or gone between two looks count from nothing, and to nothing. */
    record Point(
            long millis,
            double tasks,
            double messages,
            double elements,
            double events,
            double admitted,
            double appended,
            long queued) {
        static Point of(Look before, Look now) {
            double seconds = now.secondsSince(before);
            return new Point(
                    System.currentTimeMillis(),
                    Json.rate(tasks(now), tasks(before), seconds),
                    Json.rate(messages(now), messages(before), seconds),
                    Json.rate(elements(now), elements(before), seconds),
                    Json.rate(events(now), events(before), seconds),
                    Json.rate(admitted(now), admitted(before), seconds),
                    Json.rate(appended(now), appended(before), seconds),
                    queued(now));
        }

        private static long tasks(Look look) {
            long sum = 0;
            for (SchedulerStats stats : look.schedulers().values()) {
                sum += stats.tasks();
            }
            return sum;
        }

        private static long messages(Look look) {
            long sum = 0;
            for (ActorSystemStats stats : look.actorSystems().values()) {
                sum += stats.processed();
            }
            return sum;
        }

        private static long elements(Look look) {
            long sum = 0;
            for (ChannelStats stats : look.channels().values()) {
                sum += stats.receives();
            }
            return sum;
        }

        private static long events(Look look) {
            long sum = 0;
            for (PipelineStats stats : look.pipelines().values()) {
                sum += stats.claimed();
            }
            return sum;
        }

        private static long admitted(Look look) {
            long sum = 0;
            for (AdmissionStats stats : look.executors().values()) {
                sum += stats.admitted();
            }
            for (AdmissionStats stats : look.limiters().values()) {
                sum += stats.admitted();
            }
            for (BudgetStats stats : look.budgets().values()) {
                sum += stats.admission().admitted();
            }
            return sum;
        }

        private static long appended(Look look) {
            long sum = 0;
            for (JournalStats stats : look.journals().values()) {
                sum += stats.nextIndex();
            }
            return sum;
        }

        private static long queued(Look look) {
            long sum = 0;
            for (SchedulerStats stats : look.schedulers().values()) {
                sum += stats.queued();
            }
            for (ActorSystemStats stats : look.actorSystems().values()) {
                sum += stats.waiting();
            }
            return sum;
        }

        ObjectNode json() {
            return Json.object()
                    .put("millis", millis)
                    .put("tasks", tasks)
                    .put("messages", messages)
                    .put("elements", elements)
                    .put("events", events)
                    .put("admitted", admitted)
                    .put("appended", appended)
                    .put("queued", queued);
        }
    }

    synchronized void add(Point point) {
        if (points.size() == MOST) {
            points.removeFirst();
        }
        points.addLast(point);
    }

    synchronized Optional<Point> latest() {
        return Optional.ofNullable(points.peekLast());
    }

    @Override
    public synchronized ObjectNode look(Query query) {
        ArrayNode all = Json.array();
        points.forEach(point -> all.add(point.json()));
        return Json.object().set("points", all);
    }
}
