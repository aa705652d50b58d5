/**
 * What a cluster needs of an engine: who is a member, frames between two nodes, and which node owns which shard. Users don't call it; those who bring
 * another engine implement it.
 *
 * <p>An engine is small on purpose. Links with credit, the count of losses, reliable delivery and the hand-off of entities are made on top of it, once for all
 * engines, so that they can be tested on an engine that loses frames whenever a test wants it to.
 */
@NullMarked
package dev.ropewalk.cluster.engine;

import org.jspecify.annotations.NullMarked;
