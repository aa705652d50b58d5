/** {@code ropewalk simulate}: runs the simulations of a user's class. */
@NullMarked
package dev.ropewalk.lab.simulation;

import org.jspecify.annotations.NullMarked;
