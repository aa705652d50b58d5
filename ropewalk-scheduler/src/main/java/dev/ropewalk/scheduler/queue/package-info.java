/** The queues of work and the nodes that stand in them: the work-stealing deque, the inbox, and the base of all nodes. */
@NullMarked
package dev.ropewalk.scheduler.queue;

import org.jspecify.annotations.NullMarked;
