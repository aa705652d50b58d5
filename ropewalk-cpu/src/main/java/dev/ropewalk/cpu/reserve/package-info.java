/**
 * Reservations of CPUs between processes: lock files and the notes of their holders. It uses the room {@code topology}. Start
 * with {@link dev.ropewalk.cpu.reserve.CpuLocks}.
 */
@NullMarked
package dev.ropewalk.cpu.reserve;

import org.jspecify.annotations.NullMarked;
