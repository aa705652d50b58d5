/** What a record of the journal costs its writer and its readers. */
@NullMarked
package dev.ropewalk.journal;

import org.jspecify.annotations.NullMarked;
