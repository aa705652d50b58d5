/** The certificates of a node. */
@NullMarked
package dev.ropewalk.cluster.pekko.tls;

import org.jspecify.annotations.NullMarked;
