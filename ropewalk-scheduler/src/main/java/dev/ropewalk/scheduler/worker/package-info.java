/**
 * The worker threads: what a worker runs next, what it steals, how it sleeps and is woken, and the spare workers. It uses
 * the rooms {@code strand}, {@code queue} and {@code support}, and knows its scheduler as a {@link
 * dev.ropewalk.scheduler.worker.WorkerHost}. Start with {@link dev.ropewalk.scheduler.worker.Worker}.
 */
@NullMarked
package dev.ropewalk.scheduler.worker;

import org.jspecify.annotations.NullMarked;
