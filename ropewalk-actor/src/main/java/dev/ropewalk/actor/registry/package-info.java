/** The receptionist and the event stream. */
@NullMarked
package dev.ropewalk.actor.registry;

import org.jspecify.annotations.NullMarked;
