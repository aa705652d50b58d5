package dev.ropewalk.micrometer;

import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.micrometer.part.Kind;

/** Runs of graphs have no meters, for each is over soon: they are counted. */
final class GraphRuns {
    private GraphRuns() {}

    static Kind<GraphRun, GraphRun> kind() {
        return Kind.counted("graph.run", GraphRun::live);
    }
}
