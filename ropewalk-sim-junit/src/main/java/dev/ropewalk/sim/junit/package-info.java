/** Simulations as tests of JUnit: {@link dev.ropewalk.sim.junit.SimulationTest} in the place of {@code @Test}. */
@NullMarked
package dev.ropewalk.sim.junit;

import org.jspecify.annotations.NullMarked;
