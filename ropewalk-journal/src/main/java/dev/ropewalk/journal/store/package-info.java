/** Segments as they are mapped, how far their records go, and claims that are still open. */
@NullMarked
package dev.ropewalk.journal.store;

import org.jspecify.annotations.NullMarked;
