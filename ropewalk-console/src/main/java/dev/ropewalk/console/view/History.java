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
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What was done in a second, over the last five minutes, as far as somebody watched. Any thread may use it. */
final class History implements View {
    private final RecentPoints<Point> points = new RecentPoints<>(Point::millis);

    /** The rates of one look. Of parts that have come or gone between two looks nothing is counted. */
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
                    rate(tasks(now), tasks(before), seconds),
                    rate(messages(now), messages(before), seconds),
                    rate(elements(now), elements(before), seconds),
                    rate(events(now), events(before), seconds),
                    rate(admitted(now), admitted(before), seconds),
                    rate(appended(now), appended(before), seconds),
                    queued(now));
        }

        /** Sums up what each part has done since. */
        private static double rate(Map<String, Long> now, Map<String, Long> before, double seconds) {
            long done = 0;
            for (Map.Entry<String, Long> part : now.entrySet()) {
                long counted = part.getValue();
                done += Math.max(0, counted - before.getOrDefault(part.getKey(), counted));
            }
            return Json.rate(done, 0, seconds);
        }

        private static Map<String, Long> tasks(Look look) {
            Map<String, Long> counts = new HashMap<>();
            for (Map.Entry<String, SchedulerStats> part :
                    look.parts().schedulers().entrySet()) {
                counts.put(part.getKey(), part.getValue().tasks());
            }
            return counts;
        }

        private static Map<String, Long> messages(Look look) {
            Map<String, Long> counts = new HashMap<>();
            for (Map.Entry<String, ActorSystemStats> part :
                    look.parts().actorSystems().entrySet()) {
                counts.put(part.getKey(), part.getValue().processed());
            }
            return counts;
        }

        private static Map<String, Long> elements(Look look) {
            Map<String, Long> counts = new HashMap<>();
            for (Map.Entry<String, ChannelStats> part : look.parts().channels().entrySet()) {
                counts.put(part.getKey(), part.getValue().receives());
            }
            return counts;
        }

        private static Map<String, Long> events(Look look) {
            Map<String, Long> counts = new HashMap<>();
            for (Map.Entry<String, PipelineStats> part :
                    look.parts().pipelines().entrySet()) {
                counts.put(part.getKey(), part.getValue().claimed());
            }
            return counts;
        }

        private static Map<String, Long> admitted(Look look) {
            Map<String, Long> counts = new HashMap<>();
            for (Map.Entry<String, AdmissionStats> part :
                    look.parts().executors().entrySet()) {
                counts.put("executor " + part.getKey(), part.getValue().admitted());
            }
            for (Map.Entry<String, AdmissionStats> part :
                    look.parts().limiters().entrySet()) {
                counts.put("limiter " + part.getKey(), part.getValue().admitted());
            }
            for (Map.Entry<String, BudgetStats> part : look.parts().budgets().entrySet()) {
                counts.put(
                        "budget " + part.getKey(), part.getValue().admission().admitted());
            }
            return counts;
        }

        private static Map<String, Long> appended(Look look) {
            Map<String, Long> counts = new HashMap<>();
            for (Map.Entry<String, JournalStats> part : look.parts().journals().entrySet()) {
                counts.put(part.getKey(), part.getValue().nextIndex());
            }
            return counts;
        }

        private static long queued(Look look) {
            long sum = 0;
            for (SchedulerStats stats : look.parts().schedulers().values()) {
                sum += stats.queued();
            }
            for (ActorSystemStats stats : look.parts().actorSystems().values()) {
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
        points.add(point);
    }

    synchronized Optional<Point> latest() {
        return points.latest();
    }

    @Override
    public synchronized ObjectNode look(Query query) {
        ArrayNode all = Json.array();
        points.all().forEach(point -> all.add(point.json()));
        return Json.object().set("points", all);
    }
}
