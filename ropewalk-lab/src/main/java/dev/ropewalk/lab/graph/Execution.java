package dev.ropewalk.lab.graph;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Collectors;

/**
 * A run of a graph: it does the actions, and checks independently of the contender that each is done once, after what it depends
 * on, and within the capacities. Any number of threads may use it.
 */
final class Execution {
    private static final String RIGHT = " actions, each once, after what it depends on, within all capacities";

    private final BusyWork busyWork;
    private final AtomicIntegerArray runs;
    private final AtomicInteger done = new AtomicInteger();
    /** Any of the faults if there are several. */
    private volatile String fault = "";

    private final Meter memory;
    private final Meter calls;
    private final Meter cpus;

    Execution(ActionGraph graph, Capacities capacities, BusyWork busyWork) {
        this.busyWork = busyWork;
        runs = new AtomicIntegerArray(graph.size());
        memory = new Meter(capacities.mebibytes());
        calls = new Meter(capacities.calls());
        cpus = new Meter(capacities.cpus());
    }

    /** Does an action. The caller holds what it demands. */
    void perform(BuildAction action) {
        for (int dependency : action.dependencies()) {
            if (runs.get(dependency) == 0) {
                fault = "action " + action.id() + " ran before " + dependency + ", which it needs";
            }
        }
        Meter slots = action.remote() ? calls : cpus;
        memory.take(action.mebibytes());
        slots.take(1);
        if (action.remote()) {
            sleep(action.nanos());
        } else {
            busyWork.compute(action.nanos());
        }
        slots.give(1);
        memory.give(action.mebibytes());
        if (runs.incrementAndGet(action.id()) > 1) {
            fault = "action " + action.id() + " ran more than once";
        }
        done.getAndIncrement();
    }

    private static void sleep(long nanos) {
        try {
            Thread.sleep(Duration.ofNanos(nanos));
        } catch (InterruptedException e) {
            throw new IllegalStateException("an action is never interrupted", e);
        }
    }

    /** Returns the answer of a run that is over. */
    String answer() {
        String excess = Map.of("memory", memory, "calls", calls, "cpus", cpus).entrySet().stream()
                .filter(entry -> entry.getValue().over() > 0)
                .map(entry -> entry.getValue().over() + " of " + entry.getKey() + " in use")
                .collect(Collectors.joining(", "));
        if (!fault.isEmpty()) {
            return fault;
        }
        return excess.isEmpty() ? rightAnswer(done.get()) : excess;
    }

    /** Returns the answer of a right run. */
    static String rightAnswer(long actions) {
        return actions + RIGHT;
    }
}
