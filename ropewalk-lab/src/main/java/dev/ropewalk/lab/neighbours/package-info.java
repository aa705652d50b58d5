/** Experiment {@code neighbours}: programs beside others that burn CPU, and under a quota. */
@NullMarked
package dev.ropewalk.lab.neighbours;

import org.jspecify.annotations.NullMarked;
