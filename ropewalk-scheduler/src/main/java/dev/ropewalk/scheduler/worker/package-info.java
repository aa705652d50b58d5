/** The worker threads: what a worker runs next, what it steals, how it sleeps and is woken, and the spare workers. */
@NullMarked
package dev.ropewalk.scheduler.worker;

import org.jspecify.annotations.NullMarked;
