/**
 * A model of a machine with many cores: caches that belong to a core or to a cluster of cores, memory on several nodes, and what
 * it costs to reach all that. The scheduler's own classes run on it, beside models of other executors.
 *
 * <p>{@link dev.ropewalk.sim.machine.Machine} is time and turns, {@link dev.ropewalk.sim.machine.Memory} is caches and lines,
 * {@link dev.ropewalk.sim.machine.CostTable} is prices. For the lab, not for users.
 */
@NullMarked
package dev.ropewalk.sim.machine;

import org.jspecify.annotations.NullMarked;
