/**
 * Limits: limiters that follow what is measured, and budgets over real resources.
 *
 * <p>Virtual threads are cheap; what they wait for isn't. Two things here say how many may go on at once:
 *
 * <p>A {@link dev.ropewalk.limit.Limiter} bounds how many requests are in flight: a fixed number, or a number that follows round
 * trips and signs of overload, by a {@link dev.ropewalk.limit.LimitAlgorithm}:
 *
 * {@snippet class="dev.ropewalk.limit.snippets.LimitSnippets" region="partitioned" :
 * Limiter database =
 *         Limiter.vegas().name("database").partition("reads", 0.8).build();
 * Row row = database.partition("reads").call(() -> query(key));
 * }
 *
 * <p>A {@link dev.ropewalk.limit.Budget} hands out what is really scarce, several resources at once and without a deadlock. Some
 * of them follow the heap or the container's memory:
 *
 * {@snippet class="dev.ropewalk.limit.snippets.LimitSnippets" region="heap" :
 * Budget budget =
 *         Budget.builder().resource("calls", 200).resource(Budget.heap()).build();
 * try (Grant grant = budget.acquire(Demand.of("heap", 64 << 20).and("calls", 1))) {
 *     fetch();
 *     grant.release("calls"); // the answer is here, its memory is still needed
 *     parse();
 * }
 * }
 *
 * <h2>Memory consistency</h2>
 *
 * <p>What is done before a permit or a grant is given back happens-before what is done under the next one that this admits.
 *
 * <h2>Waiting</h2>
 *
 * <p>Waiting comes in four forms: plain and interruptible, not at all, for a time, and as a future. It parks the calling thread;
 * a {@linkplain dev.ropewalk.scheduler.Scheduler scheduler's} worker is replaced meanwhile. Time is that of the scheduler that
 * runs the calling code, or which was given to the builder, and the JVM's otherwise.
 */
@NullMarked
package dev.ropewalk.limit;

import org.jspecify.annotations.NullMarked;
