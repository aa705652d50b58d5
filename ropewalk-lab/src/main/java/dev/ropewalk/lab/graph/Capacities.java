package dev.ropewalk.lab.graph;

import dev.ropewalk.lab.experiment.Params;

/**
 * What there is of each resource.
 *
 * @param mebibytes memory, of which each action demands some
 * @param calls remote calls in flight
 * @param cpus actions that compute at once
 */
record Capacities(int mebibytes, int calls, int cpus) {
    static Capacities of(Params params) {
        return new Capacities(params.integer(Graph.MEMORY), params.integer(Graph.CALLS), params.integer(Graph.CPUS));
    }
}
