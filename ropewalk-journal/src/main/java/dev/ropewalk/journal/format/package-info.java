/**
 * The layout of segments, records and the control file, and the checksums in them. It uses no other room. Start with {@link
 * dev.ropewalk.journal.format.RecordLayout}; {@link dev.ropewalk.journal.format.Segment} has the protocol of claims and
 * commits.
 */
@NullMarked
package dev.ropewalk.journal.format;

import org.jspecify.annotations.NullMarked;
