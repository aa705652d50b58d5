/** The shards of a node. */
@NullMarked
package dev.ropewalk.cluster.pekko.shard;

import org.jspecify.annotations.NullMarked;
