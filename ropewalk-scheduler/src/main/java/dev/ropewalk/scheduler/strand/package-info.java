/** What a worker runs: strands and virtual threads, the pool that rescues strands at the end, and what they need of their scheduler. */
@NullMarked
package dev.ropewalk.scheduler.strand;

import org.jspecify.annotations.NullMarked;
