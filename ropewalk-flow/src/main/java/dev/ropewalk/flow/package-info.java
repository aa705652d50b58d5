/**
 * Flows of elements: publishers of {@link java.util.concurrent.Flow} whose stages are fused.
 *
 * <ul>
 *   <li>A {@link dev.ropewalk.flow.Source} is a publisher with operators: it maps, filters, batches, merges and zips. Each operator calls
 *       the next in the same thread.
 *   <li>{@link dev.ropewalk.flow.Source#async(java.util.concurrent.Executor)} is an asynchronous boundary: what stands behind it runs
 *       elsewhere, mostly on a strand of a {@link dev.ropewalk.scheduler.Scheduler}.
 *   <li>{@link dev.ropewalk.flow.Source#subscribe}, {@link dev.ropewalk.flow.Source#forEach} and {@link
 *       dev.ropewalk.flow.Source#collect} let elements come.
 * </ul>
 *
 * <p>Memory effects: what a stage did before it passed an element on happens-before what the next does with it, also on the other side
 * of a boundary. What one call of a stage's function did happens-before the next call in the same flow.
 */
@NullMarked
package dev.ropewalk.flow;

import org.jspecify.annotations.NullMarked;
