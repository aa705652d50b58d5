/**
 * Journals as publishers and subscribers of {@link java.util.concurrent.Flow}.
 *
 * <p>It uses the rooms files and read, and what all models share for this, {@code dev.ropewalk.base.flow}. Start reading with {@link
 * dev.ropewalk.journal.flow.RecordSubscription} and {@link dev.ropewalk.journal.flow.AppendingSink}.
 */
@NullMarked
package dev.ropewalk.journal.flow;

import org.jspecify.annotations.NullMarked;
