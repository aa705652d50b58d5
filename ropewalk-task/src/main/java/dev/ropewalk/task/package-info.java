/**
 * Tasks: executors of virtual threads that run a limited number of tasks at once.
 *
 * <p>A {@link dev.ropewalk.task.BoundedExecutor} runs so many tasks at once. What waits is an entry in a queue and no thread,
 * with a priority or a deadline if it has one:
 *
 * {@snippet class="dev.ropewalk.task.snippets.TaskSnippets" region="overview" :
 * try (BoundedExecutor executor = BoundedExecutor.builder(600)
 *         .capacity(10_000, OverflowPolicy.BLOCK)
 *         .build()) {
 *     Future<Page> page = executor.submit(() -> load(address));
 *     executor.execute(this::refresh, TaskOptions.defaults().deadline(Duration.ofSeconds(5)));
 * }
 * }
 *
 * <h2>Memory consistency</h2>
 *
 * <p>What is done before a slot is given back happens-before what is done by the task that this admits. What a thread did before
 * it submitted a task happens-before that task.
 *
 * <h2>Waiting</h2>
 *
 * <p>Waiting parks the calling thread; a {@linkplain dev.ropewalk.scheduler.Scheduler scheduler's} worker is replaced meanwhile.
 * Time is that of the scheduler that runs the calling code, or which was given to the builder, and the JVM's otherwise.
 */
@NullMarked
package dev.ropewalk.task;

import org.jspecify.annotations.NullMarked;
