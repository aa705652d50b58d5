/** Death watch across nodes: which actors of another node are watched from here, and which of this node from there. */
@NullMarked
package dev.ropewalk.cluster.watch;

import org.jspecify.annotations.NullMarked;
