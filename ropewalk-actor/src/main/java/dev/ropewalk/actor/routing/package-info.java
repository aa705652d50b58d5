/** Routers, and the ways in which they select a routee. */
@NullMarked
package dev.ropewalk.actor.routing;

import org.jspecify.annotations.NullMarked;
