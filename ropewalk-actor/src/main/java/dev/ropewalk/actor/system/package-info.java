/** The actor system itself: it puts the rooms together, takes snapshots of the tree, and shuts down. */
@NullMarked
package dev.ropewalk.actor.system;

import org.jspecify.annotations.NullMarked;
