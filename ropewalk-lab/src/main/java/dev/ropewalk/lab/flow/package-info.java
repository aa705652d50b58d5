/** Experiment {@code flow}: operators of flows, fused and across asynchronous boundaries, one library after another. */
@NullMarked
package dev.ropewalk.lab.flow;

import org.jspecify.annotations.NullMarked;
