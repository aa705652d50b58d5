/** The simulator: runs concurrent code on a deterministic scheduler, under another schedule each time. */
@NullMarked
package dev.ropewalk.sim;

import org.jspecify.annotations.NullMarked;
