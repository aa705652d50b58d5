/**
 * Graphs of actions that depend on one another.
 *
 * <p>A {@link dev.ropewalk.graph.TaskGraph} runs its actions in the order of their dependencies, the longest path first, as wide
 * as a {@linkplain dev.ropewalk.limit.Budget budget} lets:
 *
 * {@snippet class="dev.ropewalk.graph.snippets.GraphSnippets" region="overview" :
 * TaskGraphDraft graph = TaskGraph.draft();
 * Action<String> source =
 *         graph.action("fetch", context -> client.fetch(address)).demand(Demand.of("calls", 1));
 * Action<Integer> words =
 *         graph.action("count", context -> count(context.value(source))).after(source);
 * GraphResult result =
 *         graph.build().start(GraphOptions.defaults().budget(budget)).join();
 * }
 *
 * <h2>Memory consistency</h2>
 *
 * <p>What a thread did before it started a graph happens-before its actions, and what an action did happens-before the actions
 * that depend on it, and before its result is read.
 *
 * <h2>Waiting</h2>
 *
 * <p>Waiting parks the calling thread; a {@linkplain dev.ropewalk.scheduler.Scheduler scheduler's} worker is replaced meanwhile.
 * Time is that of the scheduler that runs the calling code, or which was given to the builder, and the JVM's otherwise.
 */
@NullMarked
package dev.ropewalk.graph;

import org.jspecify.annotations.NullMarked;
