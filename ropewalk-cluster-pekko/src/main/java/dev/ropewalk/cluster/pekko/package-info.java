/**
 * The nodes of a cluster on Apache Pekko: who is a member, frames by Artery over TCP, and which node owns which shard. It is found by {@link
 * java.util.ServiceLoader}: a program adds this module, and calls nothing of it.
 */
@NullMarked
package dev.ropewalk.cluster.pekko;

import org.jspecify.annotations.NullMarked;
