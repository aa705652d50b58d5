/** The tail of the journal, the sessions of its writers, and the maintenance of its segments. */
@NullMarked
package dev.ropewalk.journal.write;

import org.jspecify.annotations.NullMarked;
