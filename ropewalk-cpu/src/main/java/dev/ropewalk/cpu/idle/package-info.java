/** The states of an idle strategy. */
@NullMarked
package dev.ropewalk.cpu.idle;

import org.jspecify.annotations.NullMarked;
