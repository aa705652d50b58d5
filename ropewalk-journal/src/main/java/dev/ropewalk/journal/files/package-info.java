/**
 * The files of a journal: how they are made, forced, locked and identified. It uses the room {@code format}. Start with {@link
 * dev.ropewalk.journal.files.SegmentFiles}, {@link dev.ropewalk.journal.files.ControlFile} and {@link
 * dev.ropewalk.journal.files.LockFile}.
 */
@NullMarked
package dev.ropewalk.journal.files;

import org.jspecify.annotations.NullMarked;
