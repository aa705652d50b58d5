/**
 * Tasks: bounded virtual threads, limits that follow what is measured, budgets over real resources, and graphs of actions.
 *
 * <p>Virtual threads are cheap; what they wait for isn't. Four things say how many may go on at once, from the plainest to the
 * one that knows most:
 *
 * <p>A {@link dev.ropewalk.task.BoundedExecutor} runs so many tasks at once. What waits is an entry in a queue and no thread,
 * with a priority or a deadline if it has one:
 *
 * {@snippet :
 * try (BoundedExecutor executor = BoundedExecutor.builder(600)
 *         .capacity(10_000, WhenFull.BLOCK)
 *         .build()) {
 *     Future<Page> page = executor.submit(() -> load(address));
 *     executor.execute(this::refresh, TaskOptions.deadline(Duration.ofSeconds(5)));
 * }
 * }
 *
 * <p>A {@link dev.ropewalk.task.Limiter} lets so many be in flight: a fixed number, or one that follows round trips and signs of
 * overload, by a {@link dev.ropewalk.task.LimitAlgorithm}:
 *
 * {@snippet :
 * Limiter database = Limiter.vegas().name("database").partition("reads", 0.8).build();
 * Row row = database.partition("reads").call(() -> query(key));
 * }
 *
 * <p>A {@link dev.ropewalk.task.Budget} hands out what is really scarce, several resources at once and without a deadlock. Some
 * of them follow the heap or the container's memory:
 *
 * {@snippet :
 * Budget budget = Budget.builder()
 *         .resource("calls", 200)
 *         .resource(Budget.heap())
 *         .build();
 * try (Grant grant = budget.acquire(Demand.of("heap", 64 << 20).and("calls", 1))) {
 *     fetch();
 *     grant.release("calls"); // the answer is here, its memory is still needed
 *     parse();
 * }
 * }
 *
 * <p>A {@link dev.ropewalk.task.TaskGraph} runs actions that depend on one another, the longest path first, as wide as the
 * budget lets:
 *
 * {@snippet :
 * TaskGraphBuilder graph = TaskGraph.builder();
 * Action<Source> fetch = graph.action("fetch", context -> client.fetch()).demand(Demand.of("calls", 1));
 * Action<Integer> count = graph.action("count", context -> context.value(fetch).words()).after(fetch);
 * GraphResult result = graph.build().start(GraphOptions.defaults().budget(budget)).join();
 * }
 *
 * <h2>Memory consistency</h2>
 *
 * <p>What is done before a permit, a grant or a slot is given back happens-before what is done under the one that this admits.
 * What a thread did before it submitted a task or started a graph happens-before that task or those actions, and what an action
 * did happens-before the actions that depend on it, and before its result is read.
 *
 * <h2>Waiting</h2>
 *
 * <p>Waiting comes in four forms: plain and interruptible, not at all, for a time, and as a future. It parks the calling thread;
 * a {@linkplain dev.ropewalk.scheduler.Scheduler scheduler's} worker is replaced meanwhile. Time is that of the scheduler that
 * runs the calling code, or which was given to the builder, and the JVM's otherwise.
 */
@NullMarked
package dev.ropewalk.task;

import org.jspecify.annotations.NullMarked;
