/**
 * The steps in which a journal is opened and closed, and what an inspector collects. It uses all other rooms. Start with
 * {@link dev.ropewalk.journal.open.Opening}.
 */
@NullMarked
package dev.ropewalk.journal.open;

import org.jspecify.annotations.NullMarked;
