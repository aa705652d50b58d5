package dev.ropewalk.console.view;

import dev.ropewalk.observe.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Workers whose thread waits in code of the program, at the same line at several looks in a row. Each of the waits may be short: the worker
 * does little else. What runs inside of {@code Scheduler.blocking} isn't meant, since another worker takes its place. Not thread-safe.
 */
final class BlockedWorkers {
    private static final int LOOKS_IN_A_ROW = 3;

    /** A worker that waits, and how often in a row it was seen there. */
    private record Seen(WorkerStacks.Running running, int looks) {}

    private Map<String, Seen> seen = new HashMap<>();
    private @Nullable WorkerStacks last;

    /** Takes a look into account, unless it was before, and returns what is found: one finding for a scheduler. */
    List<Finding> findings(WorkerStacks now) {
        if (!now.equals(last)) {
            last = now;
            note(now);
        }
        Map<String, List<String>> byScheduler = new TreeMap<>();
        for (Map.Entry<String, Seen> worker : seen.entrySet()) {
            if (worker.getValue().looks >= LOOKS_IN_A_ROW) {
                byScheduler
                        .computeIfAbsent(WorkerStacks.schedulerOf(worker.getKey()), name -> new ArrayList<>())
                        .add(inWords(worker.getValue()));
            }
        }
        List<Finding> findings = new ArrayList<>();
        byScheduler.forEach((scheduler, workers) -> findings.add(finding(scheduler, workers)));
        return findings;
    }

    private void note(WorkerStacks now) {
        Map<String, Seen> next = new HashMap<>();
        now.all().forEach((worker, running) -> {
            if (running.isBlocked()) {
                Seen before = seen.get(worker);
                int looks = before != null && before.running.place().equals(running.place()) ? before.looks : 0;
                next.put(worker, new Seen(running, looks + 1));
            }
        });
        seen = next;
    }

    private static String inWords(Seen worker) {
        return worker.running.thread() + " is " + worker.running.state() + " at " + worker.running.place();
    }

    private static Finding finding(String scheduler, List<String> workers) {
        return new Finding(
                Finding.Kind.BLOCKED_WORKER,
                Finding.Severity.WARNING,
                "Scheduler " + scheduler,
                String.join("; ", workers.stream().sorted().toList()) + ", at " + LOOKS_IN_A_ROW
                        + " looks in a row or more",
                "Wrap what blocks in Scheduler.blocking, or move it to a BoundedExecutor or a virtual thread");
    }
}
