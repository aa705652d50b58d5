/** Recovery after a crash, verification, and the repair of damaged files. */
@NullMarked
package dev.ropewalk.journal.repair;

import org.jspecify.annotations.NullMarked;
