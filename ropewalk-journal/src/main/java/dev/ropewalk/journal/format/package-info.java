/** The layout of segments, records and the control file, and the checksums in them. */
@NullMarked
package dev.ropewalk.journal.format;

import org.jspecify.annotations.NullMarked;
