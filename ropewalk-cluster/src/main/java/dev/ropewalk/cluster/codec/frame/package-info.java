/** Frames as bytes: what is written into, what is read from, and how numbers and strings look there. */
@NullMarked
package dev.ropewalk.cluster.codec.frame;

import org.jspecify.annotations.NullMarked;
