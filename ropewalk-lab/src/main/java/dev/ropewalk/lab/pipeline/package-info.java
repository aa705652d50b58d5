/** Experiment {@code pipeline}: events that pass through graphs of stages, one library after another. */
@NullMarked
package dev.ropewalk.lab.pipeline;

import org.jspecify.annotations.NullMarked;
