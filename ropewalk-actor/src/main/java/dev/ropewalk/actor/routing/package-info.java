/**
 * Routers, and the ways in which they choose a routee.
 *
 * <p>It uses {@code cell}, since a router is an actor. Start with {@link dev.ropewalk.actor.routing.RouterCell}; a {@link
 * dev.ropewalk.actor.routing.Selector} is one way of choosing.
 */
@NullMarked
package dev.ropewalk.actor.routing;

import org.jspecify.annotations.NullMarked;
