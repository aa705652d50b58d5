/** Cursors over records, and named cursors, which outlive a process. */
@NullMarked
package dev.ropewalk.journal.read;

import org.jspecify.annotations.NullMarked;
