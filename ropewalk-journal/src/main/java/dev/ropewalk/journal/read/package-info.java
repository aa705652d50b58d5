/**
 * Cursors over records, and named cursors, which outlive a process. It uses the rooms {@code store}, {@code files} and {@code
 * format}. Start with {@link dev.ropewalk.journal.read.JournalCursor}.
 */
@NullMarked
package dev.ropewalk.journal.read;

import org.jspecify.annotations.NullMarked;
