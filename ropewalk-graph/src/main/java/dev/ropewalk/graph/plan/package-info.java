/**
 * What a graph is when it has been built: its actions, their dependencies, and the lengths of its paths. All of it is immutable
 * and shared by all runs. The other rooms use it; it uses none. Start with {@link dev.ropewalk.graph.plan.GraphPlan}.
 */
@NullMarked
package dev.ropewalk.graph.plan;

import org.jspecify.annotations.NullMarked;
