/** The steps in which a journal is opened and closed, and what an inspector collects. */
@NullMarked
package dev.ropewalk.journal.open;

import org.jspecify.annotations.NullMarked;
