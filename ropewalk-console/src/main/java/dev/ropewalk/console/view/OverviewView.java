package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.console.web.Query;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/** The JVM, how many parts there are, and what all of them do in a second. */
final class OverviewView implements View {
    private final Paced<Looks> looks;
    private final History history;
    private final WarningsView warnings;

    OverviewView(Paced<Looks> looks, History history, WarningsView warnings) {
        this.looks = looks;
        this.history = history;
        this.warnings = warnings;
    }

    @Override
    public ObjectNode look(Query query) {
        Looks pair = looks.look();
        Look now = pair.last();
        ObjectNode shown = Json.object();
        shown.set("jvm", jvm());
        shown.set("parts", parts(now));
        shown.put("lookAgeSeconds", (System.nanoTime() - now.nanos()) / 1_000_000_000);
        history.latest().ifPresent(point -> shown.set("now", point.json()));
        ObjectNode unreadable = Json.object();
        now.parts().unreadable().forEach(unreadable::put);
        shown.set("unreadable", unreadable);
        shown.set("warnings", warnings.look(query).get("warnings"));
        return shown;
    }

    private static ObjectNode jvm() {
        var runtime = ManagementFactory.getRuntimeMXBean();
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        ObjectNode jvm = Json.object();
        jvm.put("pid", runtime.getPid());
        jvm.put("java", Runtime.version().toString());
        jvm.put("command", System.getProperty("sun.java.command", ""));
        jvm.put("cpus", Runtime.getRuntime().availableProcessors());
        jvm.put("started", runtime.getStartTime());
        jvm.put("heapUsed", heap.getUsed() >> 20 << 20);
        jvm.put("heapMax", heap.getMax());
        jvm.put("threads", ManagementFactory.getThreadMXBean().getThreadCount());
        ProcessLoad.ofAllCpus().ifPresent(load -> jvm.put("load", Math.round(100 * load) / 100.0));
        return jvm;
    }

    private static long actors(Look look) {
        long sum = 0;
        for (ActorSystemStats stats : look.parts().actorSystems().values()) {
            sum += stats.actors();
        }
        return sum;
    }

    private static ObjectNode parts(Look look) {
        return Json.object()
                .put("schedulers", look.parts().schedulers().size())
                .put("actorSystems", look.parts().actorSystems().size())
                .put("actors", actors(look))
                .put("channels", look.parts().channels().size())
                .put("pipelines", look.parts().pipelines().size())
                .put("executors", look.parts().executors().size())
                .put("limiters", look.parts().limiters().size())
                .put("budgets", look.parts().budgets().size())
                .put("graphRuns", look.parts().graphRuns().size())
                .put("journals", look.parts().journals().size());
    }
}
