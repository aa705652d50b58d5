package dev.ropewalk.lab.graph;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Stopwatch;
import dev.ropewalk.lab.experiment.Trial;

/** One contender, which runs the same graph in each iteration. */
final class GraphTrial implements Trial {
    private static final double NANOS_PER_MILLI = 1e6;

    private final ActionGraph graph;
    private final Capacities capacities;
    private final BusyWork busyWork = BusyWork.calibrated();
    private final long criticalPathNanos;
    private final long resourceNanos;
    private final Runner runner;

    GraphTrial(Cell cell, Runner.Opener opener) {
        graph = Generator.graph(cell.params().integer(Graph.ACTIONS), cell.seed());
        capacities = Capacities.of(cell.params());
        criticalPathNanos = graph.criticalPathNanos();
        resourceNanos = graph.resourceNanos(capacities);
        runner = opener.open(cell.params(), graph, capacities);
    }

    @Override
    public Outcome run(Pass pass) throws Exception {
        var execution = new Execution(graph, capacities, busyWork);
        Stopwatch watch = Stopwatch.start();
        runner.run(execution);
        watch.stop();
        return watch.outcome(execution.answer())
                .with(Graph.TO_BOUND, (double) watch.nanos() / Math.max(criticalPathNanos, resourceNanos))
                .with(Graph.CRITICAL_PATH, criticalPathNanos / NANOS_PER_MILLI)
                .with(Graph.RESOURCE_BOUND, resourceNanos / NANOS_PER_MILLI);
    }

    @Override
    public void close() {
        runner.close();
    }
}
