/** Adapters between actors of both libraries. */
@NullMarked
package dev.ropewalk.pekko.across;

import org.jspecify.annotations.NullMarked;
