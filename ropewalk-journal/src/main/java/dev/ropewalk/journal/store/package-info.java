/**
 * Segments as they are mapped, how far their records go, and claims that are still open. It uses the rooms {@code files} and
 * {@code format}. Start with {@link dev.ropewalk.journal.store.SegmentStore} and {@link
 * dev.ropewalk.journal.store.RecordCursor}.
 */
@NullMarked
package dev.ropewalk.journal.store;

import org.jspecify.annotations.NullMarked;
