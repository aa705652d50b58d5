/** Experiment {@code executor}: what a task costs that does nothing. */
@NullMarked
package dev.ropewalk.lab.executor;

import org.jspecify.annotations.NullMarked;
