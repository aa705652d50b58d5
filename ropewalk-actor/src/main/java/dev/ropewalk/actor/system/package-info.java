/**
 * The actor system itself: it puts the rooms together, takes snapshots of the tree, and shuts down.
 *
 * <p>It uses all other rooms, and no room uses it. Start with {@link dev.ropewalk.actor.system.LocalActorSystem}; the end is in {@link
 * dev.ropewalk.actor.system.Shutdown}.
 */
@NullMarked
package dev.ropewalk.actor.system;

import org.jspecify.annotations.NullMarked;
