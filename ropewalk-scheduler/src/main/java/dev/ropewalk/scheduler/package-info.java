/** A work-stealing scheduler with soft affinity of strands to workers. */
@NullMarked
package dev.ropewalk.scheduler;

import org.jspecify.annotations.NullMarked;
