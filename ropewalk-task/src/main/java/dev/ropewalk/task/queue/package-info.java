/**
 * Tasks that wait to be admitted: their futures, their queues, their deadlines, and the submitters that wait for room.
 * The room {@code run} uses it; it uses none. Start with {@link dev.ropewalk.task.queue.WaitingTasks}, then {@link
 * dev.ropewalk.task.queue.TaskFuture}.
 */
@NullMarked
package dev.ropewalk.task.queue;

import org.jspecify.annotations.NullMarked;
