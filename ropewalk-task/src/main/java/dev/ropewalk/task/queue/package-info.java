/** Tasks that wait for admission: their futures, their queues and their deadlines. */
@NullMarked
package dev.ropewalk.task.queue;

import org.jspecify.annotations.NullMarked;
