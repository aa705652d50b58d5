/**
 * The tail of the journal, the sessions of its writers, and the upkeep of its segments. It uses the rooms {@code durability},
 * {@code store}, {@code files} and {@code format}. Start with {@link dev.ropewalk.journal.write.Tail}.
 */
@NullMarked
package dev.ropewalk.journal.write;

import org.jspecify.annotations.NullMarked;
