/** The simulated network: nodes, the frames between them, who is a member, and which node owns a shard. */
@NullMarked
package dev.ropewalk.cluster.testkit.net;

import org.jspecify.annotations.NullMarked;
