/** A small shop that uses every part of Ropewalk, with a knob for each kind of trouble: what the console is shown on. */
@NullMarked
package dev.ropewalk.lab.shop;

import org.jspecify.annotations.NullMarked;
