/**
 * The engine: a world of parties that take steps one at a time. Start with {@link dev.ropewalk.sim.engine.World}, then {@link
 * dev.ropewalk.sim.engine.Party} and its kinds. {@link dev.ropewalk.sim.engine.WorldHost} is what all parts see of the world.
 * The room {@code thread} below gives the places where code runs and can be stopped.
 */
@NullMarked
package dev.ropewalk.sim.engine;

import org.jspecify.annotations.NullMarked;
