/** The thread that forces data to the disk, and the waiters for it. */
@NullMarked
package dev.ropewalk.journal.durability;

import org.jspecify.annotations.NullMarked;
