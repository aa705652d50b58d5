/** Which nodes end when a cluster falls into parts. */
@NullMarked
package dev.ropewalk.cluster.pekko.split;

import org.jspecify.annotations.NullMarked;
