/** Planted bugs: how soon the simulator's strategies find them, and other tools. */
@NullMarked
package dev.ropewalk.lab.bugs;

import org.jspecify.annotations.NullMarked;
