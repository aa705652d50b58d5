/**
 * What a worker runs: strands and virtual threads, and the pool that rescues strands at the end. It uses the rooms {@code
 * queue} and {@code support}, and knows its worker as a {@link dev.ropewalk.scheduler.strand.Home} and its scheduler as a
 * {@link dev.ropewalk.scheduler.strand.StrandHost}. Start with {@link dev.ropewalk.scheduler.strand.SerialStrand}.
 */
@NullMarked
package dev.ropewalk.scheduler.strand;

import org.jspecify.annotations.NullMarked;
