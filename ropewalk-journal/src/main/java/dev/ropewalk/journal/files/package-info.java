/** The files of a journal: how they are made, forced, locked and identified. */
@NullMarked
package dev.ropewalk.journal.files;

import org.jspecify.annotations.NullMarked;
