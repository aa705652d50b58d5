/**
 * The permits of a limiter: its slots, its partitions, and the lines in which callers wait for a permit. It uses the
 * rooms {@code algorithm} and {@code waiter}. Start with {@link dev.ropewalk.limit.permit.LimiterCore}, then {@link
 * dev.ropewalk.limit.permit.SlotWord}.
 */
@NullMarked
package dev.ropewalk.limit.permit;

import org.jspecify.annotations.NullMarked;
