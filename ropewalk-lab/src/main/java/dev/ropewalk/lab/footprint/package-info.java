/** Experiment {@code actor-footprint}: what an idle actor holds, and what it costs to spawn. */
@NullMarked
package dev.ropewalk.lab.footprint;

import org.jspecify.annotations.NullMarked;
