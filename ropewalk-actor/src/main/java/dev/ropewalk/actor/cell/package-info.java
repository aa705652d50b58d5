/**
 * The cells that run actors: sending, handling, stash, timers, questions, and dead letters.
 *
 * <p>It uses {@code mailbox} and {@code supervision}. Start with {@link dev.ropewalk.actor.cell.LocalRef} for how a message is sent, and with
 * {@link dev.ropewalk.actor.cell.EventCell} or {@link dev.ropewalk.actor.cell.BlockingCell} for how it is handled. What cells ask of their
 * system is in {@link dev.ropewalk.actor.cell.CellSystem}.
 */
@NullMarked
package dev.ropewalk.actor.cell;

import org.jspecify.annotations.NullMarked;
