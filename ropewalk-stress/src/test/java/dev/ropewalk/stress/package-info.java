/** Runs the proofs. */
@NullMarked
package dev.ropewalk.stress;

import org.jspecify.annotations.NullMarked;
