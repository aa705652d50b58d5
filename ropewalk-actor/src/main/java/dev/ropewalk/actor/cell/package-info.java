/** The cells that run actors: the context, stash, timers, asks and dead letters of an actor. */
@NullMarked
package dev.ropewalk.actor.cell;

import org.jspecify.annotations.NullMarked;
