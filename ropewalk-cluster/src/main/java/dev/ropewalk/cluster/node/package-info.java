/** A node of a cluster: where entities and actors are reached, and what is sent to them and comes from them. */
@NullMarked
package dev.ropewalk.cluster.node;

import org.jspecify.annotations.NullMarked;
