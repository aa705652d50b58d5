/** What nodes send each other by Pekko, and how it is written. */
@NullMarked
package dev.ropewalk.cluster.pekko.wire;

import org.jspecify.annotations.NullMarked;
