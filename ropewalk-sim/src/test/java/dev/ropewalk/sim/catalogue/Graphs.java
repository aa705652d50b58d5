package dev.ropewalk.sim.catalogue;

import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.Retry;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.sim.Simulation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Graphs with an edge too few, and actions that can't be repeated. */
final class Graphs {
    private static final Duration PAUSE = Duration.ofMillis(10);

    private Graphs() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.of("a graph lacks an edge", Theme.GRAPHS, Symptom.CHECK, Graphs::missingEdge),
                PlantedBug.of(
                        "an action that is retried charges twice", Theme.GRAPHS, Symptom.CHECK, Graphs::retriedEffect),
                PlantedBug.of(
                        "an attempt goes on after its timeout", Theme.GRAPHS, Symptom.CHECK, Graphs::lateAttempt));
    }

    private static void run(Simulation simulation, TaskGraphDraft draft) throws InterruptedException {
        TaskGraph graph = draft.build();
        graph.start(GraphOptions.defaults().scheduler(simulation.scheduler())).join();
    }

    private static void missingEdge(Simulation simulation, boolean mended) throws InterruptedException {
        var length = new Shared<>(0);
        var words = new Shared<>(0);
        var report = new int[1];
        TaskGraphDraft draft = TaskGraph.draft();
        Action<?> measure = draft.run("measure", context -> length.set(35));
        Action<?> count = draft.run("count", context -> words.set(7));
        Action<?> divide = draft.run("report", context -> report[0] = length.get() + words.get())
                .after(measure);
        if (mended) {
            divide.after(count);
        }
        run(simulation, draft);
        Checks.equal(42, report[0], "report");
    }

    private static void retriedEffect(Simulation simulation, boolean mended) throws InterruptedException {
        Limiter bank = Limiter.fixed(1).build();
        Scheduler scheduler = simulation.scheduler();
        List<String> charges = new ArrayList<>();
        TaskGraphDraft draft = TaskGraph.draft();
        draft.run("audit", context -> {
            try (Permit permit = bank.acquire()) {
                scheduler.parkNanos(bank, PAUSE.toNanos());
                permit.succeed();
            }
        });
        draft.run("charge", context -> {
                    if (!mended) {
                        charges.add("order 1");
                    }
                    try (Permit permit = bank.tryAcquire().orElseThrow(() -> new IOException("the bank is busy"))) {
                        permit.succeed();
                    }
                    if (mended) {
                        charges.add("order 1");
                    }
                })
                .retry(Retry.attempts(10).backOff(PAUSE, PAUSE).on(IOException.class));
        run(simulation, draft);
        Checks.equal(List.of("order 1"), charges, "charges");
    }

    private static void lateAttempt(Simulation simulation, boolean mended) throws InterruptedException {
        Scheduler scheduler = simulation.scheduler();
        Strand store = scheduler.newStrand();
        List<String> uploads = new ArrayList<>();
        TaskGraphDraft draft = TaskGraph.draft();
        draft.asyncAction("upload", context -> {
                    var done = new CompletableFuture<String>();
                    Duration latency = Duration.ofMillis(5L * scheduler.random().nextInt(4));
                    scheduler.schedule(
                            store,
                            () -> {
                                if (!mended || !uploads.contains("photo")) {
                                    uploads.add("photo");
                                }
                                done.complete("stored");
                            },
                            latency);
                    return done;
                })
                .timeout(PAUSE)
                .retry(Retry.attempts(3).backOff(PAUSE, PAUSE));
        run(simulation, draft);
        simulation.run();
        Checks.equal(List.of("photo"), uploads, "uploads");
    }
}
