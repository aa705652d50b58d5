/**
 * The strategies: which party takes the next step. A {@link dev.ropewalk.sim.strategy.SearchStrategy} begins a {@link
 * dev.ropewalk.sim.strategy.Search} for each campaign, which plans an {@link dev.ropewalk.sim.strategy.Attempt} for each run. An
 * attempt has the choices for a world, and what is needed to repeat them. When it ends, the search learns from it.
 *
 * <p>Most strategies are samplers: seed and {@link dev.ropewalk.sim.strategy.Knowledge} tell a run, and a picker draws it. The
 * exhaustive one keeps a frontier of branches instead, from which each run takes one and to which it adds those that it passes.
 */
@NullMarked
package dev.ropewalk.sim.strategy;

import org.jspecify.annotations.NullMarked;
