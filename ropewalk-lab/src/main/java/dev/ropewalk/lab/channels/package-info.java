/** Experiment {@code channels}: processes that pass elements on through channels, one library after another. */
@NullMarked
package dev.ropewalk.lab.channels;

import org.jspecify.annotations.NullMarked;
