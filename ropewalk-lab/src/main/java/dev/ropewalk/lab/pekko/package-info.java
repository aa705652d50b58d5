/** Pekko's actors as experiments use them. */
@NullMarked
package dev.ropewalk.lab.pekko;

import org.jspecify.annotations.NullMarked;
