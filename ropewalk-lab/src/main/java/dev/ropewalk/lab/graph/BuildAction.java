package dev.ropewalk.lab.graph;

import java.util.List;

/**
 * A command of a build.
 *
 * @param id its place in the graph; what it depends on comes before it
 * @param dependencies the actions whose output it reads, none twice
 * @param remote whether it waits for a remote call instead of computing here
 * @param nanos how long it waits or computes
 * @param mebibytes how much memory it demands meanwhile
 */
record BuildAction(int id, List<Integer> dependencies, boolean remote, long nanos, int mebibytes) {
    BuildAction {
        dependencies = List.copyOf(dependencies);
    }
}
