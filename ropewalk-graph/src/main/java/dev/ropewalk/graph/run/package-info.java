/**
 * One run of a graph: attempts, retries, what has become of each action, events and traces. It uses the rooms {@code
 * plan} and {@code order}. Start with {@link dev.ropewalk.graph.run.Execution}, then {@link
 * dev.ropewalk.graph.run.Attempt}.
 */
@NullMarked
package dev.ropewalk.graph.run;

import org.jspecify.annotations.NullMarked;
