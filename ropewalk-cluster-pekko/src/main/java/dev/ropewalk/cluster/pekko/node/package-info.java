/** A node: its members, its frames, its beginning and end. */
@NullMarked
package dev.ropewalk.cluster.pekko.node;

import org.jspecify.annotations.NullMarked;
