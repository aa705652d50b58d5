/** Experiment {@code ring}: tokens that go around rings of actors. */
@NullMarked
package dev.ropewalk.lab.ring;

import org.jspecify.annotations.NullMarked;
