/**
 * The thread that forces data to the disk, the threads that wait for that, and the maintenance thread. It uses the rooms
 * {@code read}, {@code store}, {@code files} and {@code format}. Start with {@link dev.ropewalk.journal.durability.Flusher}.
 */
@NullMarked
package dev.ropewalk.journal.durability;

import org.jspecify.annotations.NullMarked;
