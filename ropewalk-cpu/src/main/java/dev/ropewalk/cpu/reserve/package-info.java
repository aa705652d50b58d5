/** Reservations of CPUs between processes: lock files and the notes of their holders. */
@NullMarked
package dev.ropewalk.cpu.reserve;

import org.jspecify.annotations.NullMarked;
