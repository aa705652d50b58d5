/** What a record of the journal costs its writer. */
@NullMarked
package dev.ropewalk.journal;

import org.jspecify.annotations.NullMarked;
