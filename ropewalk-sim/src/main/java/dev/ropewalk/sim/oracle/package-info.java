/** What must hold in a run, or in some run of a campaign; and whether a history is linearizable. */
@NullMarked
package dev.ropewalk.sim.oracle;

import org.jspecify.annotations.NullMarked;
