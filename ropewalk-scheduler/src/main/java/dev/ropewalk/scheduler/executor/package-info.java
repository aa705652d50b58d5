/**
 * The view of a scheduler as a {@link java.util.concurrent.ScheduledExecutorService}. It uses the rooms {@code worker}, {@code
 * queue} and {@code support}, and knows its scheduler as an {@link dev.ropewalk.scheduler.executor.ExecutorHost}. Start with
 * {@link dev.ropewalk.scheduler.executor.ExecutorView}.
 */
@NullMarked
package dev.ropewalk.scheduler.executor;

import org.jspecify.annotations.NullMarked;
