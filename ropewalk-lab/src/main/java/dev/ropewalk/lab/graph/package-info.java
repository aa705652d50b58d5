/** Experiment {@code graph}: a build's graph of actions, with what they need of memory, remote calls and CPUs. */
@NullMarked
package dev.ropewalk.lab.graph;

import org.jspecify.annotations.NullMarked;
