/**
 * The queues of work and the nodes that stand in them: the work-stealing deque, the inbox, and the base of all nodes. It
 * uses no other room. Start with {@link dev.ropewalk.scheduler.queue.WorkDeque} and {@link
 * dev.ropewalk.scheduler.queue.Inbox}.
 */
@NullMarked
package dev.ropewalk.scheduler.queue;

import org.jspecify.annotations.NullMarked;
